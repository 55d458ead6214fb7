package main

import (
	"encoding/json"
	"io"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
)

// formatSARIF is the Static Analysis Results Interchange Format, version 2.1.0,
// in which code hosts take findings of any tool.
const formatSARIF = "sarif"

// The parts of a SARIF log that kgen writes.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		Results []sarifResult `json:"results"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		ShortDescription sarifText `json:"shortDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID           string          `json:"ruleId"`
		Level            string          `json:"level"`
		Message          sarifText       `json:"message"`
		Locations        []sarifLocation `json:"locations"`
		RelatedLocations []sarifLocation `json:"relatedLocations,omitempty"`
	}
	sarifLocation struct {
		PhysicalLocation sarifPlace `json:"physicalLocation"`
		Message          *sarifText `json:"message,omitempty"`
	}
	sarifPlace struct {
		ArtifactLocation struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region struct {
			StartLine   int `json:"startLine"`
			StartColumn int `json:"startColumn"`
		} `json:"region"`
	}
)

func printSARIF(w io.Writer, findings []schema.Finding) error {
	run := sarifRun{Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "kgen", InformationURI: "https://github.com/kgen-go/kgen"}
	for _, rule := range model.Rules() {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{rule.ID, sarifText{rule.Purpose}})
	}
	for _, f := range findings {
		result := sarifResult{
			RuleID: f.Rule, Level: "error", Message: sarifText{f.Message},
			Locations: []sarifLocation{sarifLocationOf(f.Path, f.Pos, "")},
		}
		if f.Warning {
			result.Level = "warning"
		}
		if a := f.Also; a != nil {
			result.RelatedLocations = []sarifLocation{sarifLocationOf(a.Path, a.Pos, a.Note)}
		}
		run.Results = append(run.Results, result)
	}
	log := sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(log)
}

func sarifLocationOf(path string, pos schema.Pos, note string) sarifLocation {
	var location sarifLocation
	pos = jumpable(pos)
	location.PhysicalLocation.ArtifactLocation.URI = path
	location.PhysicalLocation.Region.StartLine = pos.Line
	location.PhysicalLocation.Region.StartColumn = pos.Col
	if note != "" {
		location.Message = &sarifText{note}
	}
	return location
}
