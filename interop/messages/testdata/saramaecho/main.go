// Command saramaecho reads bodies, a line each, and prints what a copy of
// sarama makes of them that exports its codec: see export.go.txt.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"strings"

	"github.com/IBM/sarama"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		var request bool
		var key, version int16
		head, body, _ := strings.Cut(in.Text(), " x") // bodies can be empty
		if _, err := fmt.Sscan(head, &request, &key, &version); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Fprintln(out, echo(request, key, version, body))
	}
}

func echo(request bool, key, version int16, text string) (answer string) {
	defer func() {
		if r := recover(); r != nil {
			answer = fmt.Sprintf("error panic: %v", r)
		}
	}()
	body, err := hex.DecodeString(text)
	if err != nil {
		return "error " + err.Error()
	}
	again, err := sarama.Echo(request, key, version, body)
	if err != nil {
		return "error " + err.Error()
	}
	return "body " + hex.EncodeToString(again)
}
