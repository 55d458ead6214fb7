package layout

import "encoding/json"

// jsonNode is a node as JSON, which scripts rely on.
type jsonNode struct {
	Name     string     `json:"name"`
	Type     string     `json:"type,omitempty"`
	Value    string     `json:"value,omitempty"`
	Form     string     `json:"form,omitempty"`
	Offset   int        `json:"offset"`
	Length   int        `json:"length"`
	About    string     `json:"about,omitempty"`
	Category string     `json:"category"`
	Fault    *jsonFault `json:"fault,omitempty"`
	// Inner are decompressed bytes, in which the children's offsets count.
	Inner    []byte     `json:"inner,omitempty"`
	Children []jsonNode `json:"children,omitempty"`
}

type jsonFault struct {
	Offset int    `json:"offset"`
	Want   string `json:"want"`
	Have   string `json:"have"`
}

func newJSONNode(n *Node) jsonNode {
	j := jsonNode{
		Name: n.Name, Type: n.Type, Value: n.Value, Form: n.Form, Offset: n.Offset, Length: n.Length, About: n.About,
		Category: n.Category.String(), Inner: n.Inner,
	}
	if n.Fault != nil {
		j.Fault = &jsonFault{n.Fault.Offset, n.Fault.Want, n.Fault.Have}
	}
	for _, child := range n.Children {
		j.Children = append(j.Children, newJSONNode(child))
	}
	return j
}

// MarshalJSON gives the node with all that is below it.
func (n *Node) MarshalJSON() ([]byte, error) { return json.Marshal(newJSONNode(n)) }

// jsonPage is a page as JSON, which scripts rely on.
type jsonPage struct {
	Name     string        `json:"name"`
	APIKey   *int16        `json:"apiKey,omitempty"`
	Version  int16         `json:"version"`
	Flexible string        `json:"flexibleVersions"`
	Examples []jsonExample `json:"messages"`
}

type jsonExample struct {
	Message       string `json:"message"`
	Type          string `json:"type"`
	ValidVersions string `json:"validVersions"`
	HeaderVersion *int16 `json:"headerVersion,omitempty"`
	Size          int    `json:"size"`
	Bytes         []byte `json:"bytes"` // base64, as all bytes in JSON here
	Tree          *Node  `json:"tree"`
	Schema        string `json:"schema"`
}

// MarshalJSON gives the page with its examples, trees and schemas.
func (p *Page) MarshalJSON() ([]byte, error) {
	first := p.Examples[0].Message
	j := jsonPage{Name: p.Name, Version: p.Version, Flexible: first.Flexible.String()}
	if first.HasAPIKey {
		j.APIKey = &first.APIKey
	}
	for _, d := range p.Examples {
		e := jsonExample{
			Message: d.Message.Name, Type: string(d.Message.Type), ValidVersions: d.Message.Valid.String(),
			Size: len(d.Bytes), Bytes: d.Bytes, Tree: d.Root,
		}
		if d.HeaderMessage != nil {
			e.HeaderVersion = &d.HeaderVersion
		}
		if file := p.catalog.File(d.Message); file != nil {
			e.Schema = SchemaText(file)
		}
		j.Examples = append(j.Examples, e)
	}
	return json.Marshal(j)
}
