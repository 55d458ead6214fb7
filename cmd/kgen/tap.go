package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/capture"
	"github.com/kgen-go/kgen/internal/layout/tap"
)

// tapOptions are the flags of tap, besides those that it shares with decode.
type tapOptions struct {
	decodeOptions
	listen, to string
	only       list
	write      string
}

func tapFlags(opts *tapOptions) *flag.FlagSet {
	flags := newFlagSet("tap")
	catalogFlag(flags, &opts.schemas)
	flags.StringVar(&opts.listen, "listen", "localhost:19092", "listen for clients on `ADDRESS`; further brokers get the ports above")
	flags.StringVar(&opts.to, "to", "", "forward to the broker at `ADDRESS`")
	flags.BoolVar(&opts.verbose, "v", false, "print the trees of all messages")
	flags.Var(&opts.only, "only", "print only calls of the APIs in `LIST`, separated by commas; all are forwarded")
	flags.StringVar(&opts.format, "format", formatText, "print `FORM` text or json, as decode -pcap does")
	flags.StringVar(&opts.write, "write", "", "write what passes to capture `FILE` (pcapng), all of it")
	colourFlag(flags, &opts.colour)
	flags.BoolVar(&opts.full, "full", false, "show long arrays and texts to the end")
	return flags
}

// runTap forwards until it is interrupted.
func runTap(args []string, std stdio) error {
	opts := &tapOptions{}
	others, err := parseMixed(tapFlags(opts), args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		helpTap(std.out)
		return nil
	case err == nil && len(others) > 0:
		err = fmt.Errorf("unexpected argument %q", others[0])
	case err == nil && opts.to == "":
		err = errors.New("-to is missing")
	}
	err = errors.Join(err, oneOf("format", opts.format, formatText, formatJSON), oneOf("color", opts.colour, colourAuto, colourAlways, colourNever))
	if err != nil {
		return &usageError{"tap", err.Error()}
	}
	catalog, err := loadCatalog(opts.schemas, std)
	if err != nil {
		return err
	}
	for _, name := range opts.only {
		if _, err := findMessages("tap", catalog, name); err != nil {
			return err
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return opts.forward(ctx, catalog, std)
}

// forward runs the tap until the context is done.
func (opts *tapOptions) forward(ctx context.Context, catalog *layout.Catalog, std stdio) (err error) {
	p := &tapPrinter{only: opts.only, capturePrinter: capturePrinter{
		opts: &opts.decodeOptions, catalog: catalog, std: std, palette: palette(opts.colour, std.out),
		linesOnly: !opts.verbose && opts.format == formatText,
	}}
	calls := tap.NewCalls(catalog, p)
	watchers := tap.All{calls}
	if opts.write != "" {
		f, err := os.Create(opts.write)
		if err != nil {
			return err
		}
		defer f.Close()
		w, err := tap.NewPacketWriter(f)
		if err != nil {
			return err
		}
		watchers = append(watchers, w)
		defer func() {
			err = errors.Join(err, w.Flush(), f.Close())
		}()
	}
	var mu sync.Mutex
	t, err := tap.Start(catalog, opts.listen, opts.to, watchers, func(text string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(std.err, text)
	})
	if err != nil {
		return err
	}
	<-ctx.Done()
	t.Close()
	return calls.Err()
}

// A tapPrinter prints the calls that the user wants to see.
type tapPrinter struct {
	capturePrinter
	only []string
}

// Call is part of capture.Handler.
func (p *tapPrinter) Call(c *capture.Call) error {
	if len(p.only) > 0 && (c.Message == nil || !slices.ContainsFunc(p.only, func(name string) bool { return name == c.Message.Name || name == c.Message.APIName() })) {
		return nil
	}
	return p.capturePrinter.Call(c)
}

// helpTap describes tap.
func helpTap(w io.Writer) {
	fmt.Fprint(w, `Usage: kgen tap -to ADDRESS [flags]

Tap forwards clients' connections to a broker and prints each call as decode
-pcap does. In what brokers say of their addresses it puts its own, and listens
on another port for each, so that clients come through it for all brokers. It
changes nothing else. It cannot look into TLS, which it forwards as it is.

Forwarding does not wait for the output. If that falls behind by more than 256
MiB, tap leaves calls out of it and says how many bytes they had.

Examples:

	kgen tap -listen :19092 -to broker:9092
	kgen tap -to localhost:9092 -only Fetch,Produce -v
	kgen tap -to localhost:9092 -write session.pcapng

Flags:

`)
	flags := tapFlags(&tapOptions{})
	flags.SetOutput(w)
	flags.PrintDefaults()
}
