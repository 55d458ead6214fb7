// Command admin is an example: it lists, creates and deletes topics, shows
// configurations, and reads the offsets that groups have committed, from the
// coordinator or from the topic that keeps them. It needs Kafka 3.0 or newer.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"strconv"

	"github.com/kgen-go/kgen/gen/groupcoordinator"
	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kapi"
	"github.com/kgen-go/kgen/kenum"
	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/records"
)

const usage = "usage: admin BROKER topics | create NAME PARTITIONS | delete NAME | configs NAME | group GROUP | offsets"

func main() {
	log.SetFlags(0)
	if err := run(os.Stdout, append(os.Args[1:], make([]string, 4)...)); err != nil {
		log.Fatal(err)
	}
}

// run gets four arguments or more, which can be empty.
func run(w io.Writer, args []string) error {
	conn, err := kapi.Dial(context.Background(), args[0], "admin")
	if err != nil {
		return err
	}
	defer conn.Close()
	switch args[1] {
	case "topics":
		return topics(w, conn)
	case "create":
		return create(w, conn, args[2], args[3])
	case "delete":
		return remove(conn, args[2])
	case "configs":
		return configs(w, conn, args[2])
	case "group":
		return group(w, conn, args[2])
	case "offsets":
		return offsets(w, conn)
	}
	return errors.New(usage)
}

func topics(w io.Writer, conn *kapi.Conn) error {
	all, err := kapi.Call(conn, &kafka.MetadataRequest{}) // no list of topics: all of them
	if err != nil {
		return err
	}
	for _, t := range all.Topics {
		fmt.Fprintf(w, "%s %s %d partitions\n", t.Name.Value, t.TopicId, len(t.Partitions))
	}
	return nil
}

func create(w io.Writer, conn *kapi.Conn, name, partitions string) error {
	n, err := strconv.ParseInt(partitions, 10, 32)
	if err != nil {
		return errors.New(usage)
	}
	req := kafka.NewCreateTopicsRequest()
	req.Topics = []kafka.CreateTopicsRequestCreatableTopic{{Name: name, NumPartitions: int32(n), ReplicationFactor: -1}}
	resp, err := kapi.Call(conn, req)
	if err == nil {
		fmt.Fprintf(w, "%s %s\n", name, resp.Topics[0].TopicId)
	}
	return err
}

func remove(conn *kapi.Conn, name string) error {
	_, err := kapi.Call(conn, &kafka.DeleteTopicsRequest{
		TimeoutMs: 30_000, Topics: []kafka.DeleteTopicsRequestDeleteTopicState{{Name: kwire.StringOf(name)}},
	})
	return err
}

func configs(w io.Writer, conn *kapi.Conn, name string) error {
	req := kafka.NewDescribeConfigsRequest()
	req.Resources = []kafka.DescribeConfigsRequestResource{{ResourceType: int8(kenum.ConfigResourceTypeTopic), ResourceName: name}}
	resp, err := kapi.Call(conn, req)
	if err != nil {
		return err
	}
	for _, c := range resp.Results[0].Configs {
		fmt.Fprintf(w, "%s=%s\n", c.Name, c.Value)
	}
	return nil
}

func group(w io.Writer, conn *kapi.Conn, name string) error {
	found, err := kapi.Call(conn, &kafka.FindCoordinatorRequest{CoordinatorKeys: []string{name}})
	if err != nil {
		return err
	}
	c := found.Coordinators[0]
	coordinator, err := kapi.Dial(context.Background(), net.JoinHostPort(c.Host, strconv.Itoa(int(c.Port))), "admin")
	if err != nil {
		return err
	}
	defer coordinator.Close()
	// Up to version 9 topics have names, later ones have ids.
	coordinator.Limits = kapi.Versions{kafka.KeyOffsetFetch: {Lowest: 8, Highest: 9}}
	g := *kafka.NewOffsetFetchRequestGroup()
	g.GroupId, g.Topics = name, nil // no list of topics: all of them
	req := kafka.NewOffsetFetchRequest()
	req.Groups = []kafka.OffsetFetchRequestGroup{g}
	resp, err := kapi.Call(coordinator, req)
	if err != nil {
		return err
	}
	for _, t := range resp.Groups[0].Topics {
		for _, p := range t.Partitions {
			fmt.Fprintf(w, "%s-%d %d\n", t.Name, p.PartitionIndex, p.CommittedOffset)
		}
	}
	return nil
}

// offsets reads __consumer_offsets from its beginning.
func offsets(w io.Writer, conn *kapi.Conn) error {
	all, err := kapi.Call(conn, &kafka.MetadataRequest{})
	if err != nil {
		return err
	}
	topic := all.FindTopic("__consumer_offsets")
	if topic == nil {
		return errors.New("no group has committed anything yet")
	}
	for _, p := range topic.Partitions {
		for offset, next := int64(-1), int64(0); next > offset; {
			offset = next
			if next, err = page(w, conn, topic, p.PartitionIndex, offset); err != nil {
				return err
			}
		}
	}
	return nil
}

// page shows some of a partition's records and returns the offset that comes
// next.
func page(w io.Writer, conn *kapi.Conn, topic *kafka.MetadataResponseTopic, partition int32, offset int64) (int64, error) {
	p := *kafka.NewFetchRequestPartition()
	p.Partition, p.FetchOffset, p.PartitionMaxBytes = partition, offset, 8<<20
	req := kafka.NewFetchRequest()
	req.MaxBytes, req.MaxWaitMs = 8<<20, 100
	req.Topics = []kafka.FetchRequestTopic{{Topic: topic.Name.Value, TopicId: topic.TopicId, Partitions: []kafka.FetchRequestPartition{p}}}
	resp, err := kapi.Call(conn, req)
	if err != nil {
		return 0, err
	}
	r := records.NewReader(resp.Responses[0].Partitions[0].Records, &records.Options{StartOffset: offset})
	for rec, err := range r.Records() {
		if err == nil {
			err = show(w, rec)
		}
		if err != nil {
			return 0, err
		}
	}
	return r.NextOffset(), nil
}

// show prints a record as JSON.
func show(w io.Writer, rec records.Record) error {
	key, err := groupcoordinator.DecodeKey(rec.Key)
	if err != nil {
		return err
	}
	value, _, err := groupcoordinator.DecodeValue(key, rec.Value)
	if err != nil {
		return err
	}
	text, err := json.Marshal(map[string]any{"key": key, "value": value})
	fmt.Fprintf(w, "%d: %s\n", rec.Offset, text)
	return err
}
