package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
)

// Calls one function of the answer as LeetCode does, all calls in one process. Arguments: the file for the
// results, the function, and each n.
func main() {
	functions := map[string]func(int) any{
		// FUNCTIONS
	}
	out, err := os.Create(os.Args[1])
	if err != nil {
		os.Exit(4)
	}
	call := functions[os.Args[2]]
	if call == nil {
		os.Exit(3)
	}
	for _, size := range os.Args[3:] {
		n, _ := strconv.Atoi(size)
		fmt.Fprintln(out, "call", size)
		text, _ := json.Marshal(call(n))
		fmt.Fprintln(out, "value", string(text))
	}
}
