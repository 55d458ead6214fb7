package kapi_test

import (
	"fmt"
	"net"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kapi"
	"github.com/kgen-go/kgen/kerror"
)

// A server of one API, and a client that asks it.
func Example() {
	var server kapi.Server
	kapi.Handle(&server, func(h *kafka.RequestHeader, req *kafka.ListGroupsRequest, resp *kafka.ListGroupsResponse) error {
		if len(req.StatesFilter) > 0 {
			return kerror.InvalidRequest.Err()
		}
		resp.Groups = []kafka.ListGroupsResponseListedGroup{{GroupId: "billing"}}
		return nil
	})
	ours, theirs := net.Pipe()
	defer ours.Close()
	go server.ServeConn(theirs)

	conn, err := kapi.NewConn(ours, "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	resp, err := kapi.Call(conn, kafka.NewListGroupsRequest()) // a *kafka.ListGroupsResponse
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(resp.Groups[0].GroupId)
	_, err = kapi.Call(conn, &kafka.ListGroupsRequest{StatesFilter: []string{"Stable"}})
	fmt.Println(err)
	// Output:
	// billing
	// ListGroupsResponse: ErrorCode: Kafka error 42, INVALID_REQUEST
}

func ExampleRoute() {
	fmt.Println(kapi.Route(kafka.KeyCreateTopics), "-", kapi.Route(kafka.KeyFetch), "-", kapi.Route(kafka.KeyMetadata))
	// Output: controller - partition leader - any broker
}

func ExampleReleaseVersions() {
	versions, found := kapi.ReleaseVersions("3.6")
	fmt.Println(versions[kafka.KeyFetch].Highest, found)
	// Output: 15 true
}
