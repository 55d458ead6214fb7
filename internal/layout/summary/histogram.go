package summary

import "math"

// A Histogram counts numbers in classes each of which is about 9 % wider than
// the one below it, so that its memory does not grow with what it counts. What it
// says is off by up to half a class, 5 %, but the smallest and largest are exact.
type Histogram struct {
	Count    int
	Sum      float64
	Min, Max float64
	classes  map[int]int
}

// perDouble is how many classes there are from a number to its double.
const perDouble = 8

// Add counts a number; those below zero, which clocks that were set back make,
// count as zero.
func (h *Histogram) Add(n float64) {
	n = max(n, 0)
	if h.Count == 0 {
		h.Min, h.Max, h.classes = n, n, map[int]int{}
	}
	h.Count++
	h.Sum += n
	h.Min, h.Max = min(h.Min, n), max(h.Max, n)
	h.classes[class(n)]++
}

// class is that of a number; all up to 1e-9 share one.
func class(n float64) int {
	const least = 1e-9
	return int(math.Floor(math.Log2(max(n, least)) * perDouble))
}

// Quantile gives the number that the given share of all, from 0 to 1, is not
// above.
func (h *Histogram) Quantile(share float64) float64 {
	rank := int(math.Ceil(share * float64(h.Count)))
	seen := 0
	for _, c := range h.sorted() {
		if seen += c.Count; seen >= rank {
			return min(max(c.Middle, h.Min), h.Max)
		}
	}
	return h.Max
}

// A Class is numbers of about the same size.
type Class struct {
	Middle float64
	Count  int
}

// sorted lists the classes that have numbers, the smallest first.
func (h *Histogram) sorted() []Class {
	if h.Count == 0 {
		return nil
	}
	var list []Class
	for c := class(h.Min); c <= class(h.Max); c++ {
		if n := h.classes[c]; n > 0 {
			list = append(list, Class{math.Exp2((float64(c) + 0.5) / perDouble), n})
		}
	}
	return list
}

// Quantiles are what tables show of a histogram.
type Quantiles struct {
	Min    float64 `json:"min"`
	Median float64 `json:"p50"`
	P90    float64 `json:"p90"`
	P99    float64 `json:"p99"`
	Max    float64 `json:"max"`
}

// Quantiles gives those of h, nil if it has counted nothing.
func (h *Histogram) Quantiles() *Quantiles {
	if h.Count == 0 {
		return nil
	}
	return &Quantiles{h.Min, h.Quantile(0.5), h.Quantile(0.9), h.Quantile(0.99), h.Max}
}
