// Verifies a log written as files with golang.org/x/mod: checkpoint, tiles, inclusion, consistency.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type hashes []tlog.Hash

func (h hashes) ReadHashes(at []int64) ([]tlog.Hash, error) {
	var found []tlog.Hash
	for _, n := range at {
		found = append(found, h[n])
	}
	return found, nil
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func hash(text string) tlog.Hash { return must(tlog.ParseHash(text)) }

func main() {
	folder := os.Args[1]
	file := func(name string) []byte { return must(os.ReadFile(filepath.Join(folder, name))) }
	verifier := must(note.NewVerifier(string(file("vkey"))))
	opened := must(note.Open(file("checkpoint"), note.VerifierList(verifier)))
	lines := strings.Split(opened.Text, "\n")
	var size int64
	must(fmt.Sscan(lines[1], &size))
	root := hash(lines[2])

	var stored hashes
	for n := int64(0); n < size; n++ {
		more := must(tlog.StoredHashes(n, []byte(fmt.Sprintf("entry %d", n)), stored))
		stored = append(stored, more...)
	}
	if must(tlog.TreeHash(size, stored)) != root {
		panic("root")
	}
	checked := 0
	for _, tile := range tlog.NewTiles(8, 0, size) {
		// It lists partial tiles of every width; a log of this size has the widest.
		if tile.W < 256 && int64(tile.W) != (size>>(8*tile.L))%256 {
			continue
		}
		checked++
		name := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		if !bytes.Equal(must(tlog.ReadTileData(tile, stored)), file(name)) {
			panic(name)
		}
	}
	var proofs struct {
		Inclusion []struct {
			Index  int64
			Hashes []string
		}
		Consistency []struct {
			Size   int64
			Hashes []string
		}
	}
	if err := json.Unmarshal(file("proofs.json"), &proofs); err != nil {
		panic(err)
	}
	parse := func(texts []string) (found []tlog.Hash) {
		for _, text := range texts {
			found = append(found, hash(text))
		}
		return
	}
	for _, p := range proofs.Inclusion {
		leaf := tlog.RecordHash([]byte(fmt.Sprintf("entry %d", p.Index)))
		if err := tlog.CheckRecord(parse(p.Hashes), size, root, p.Index, leaf); err != nil {
			panic(err)
		}
	}
	for _, p := range proofs.Consistency {
		if err := tlog.CheckTree(parse(p.Hashes), size, root, p.Size, must(tlog.TreeHash(p.Size, stored))); err != nil {
			panic(err)
		}
	}
	fmt.Println("agrees", size, checked, len(proofs.Inclusion), len(proofs.Consistency))
}
