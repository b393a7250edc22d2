// Verifies a log written as files with golang.org/x/mod: checkpoint, tiles, inclusion, consistency.
package main

import (
	"bytes"
	"encoding/binary"
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

func main() {
	folder := os.Args[1]
	file := func(name string) []byte { return must(os.ReadFile(filepath.Join(folder, name))) }
	verifier := must(note.NewVerifier(string(file("vkey"))))
	opened := must(note.Open(file("checkpoint"), note.VerifierList(verifier)))
	lines := strings.Split(opened.Text, "\n")
	var size int64
	must(fmt.Sscan(lines[1], &size))
	root := must(tlog.ParseHash(lines[2]))

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
	inclusions := each(file("inclusion"), func(index, total int64, proof []tlog.Hash) error {
		leaf := tlog.RecordHash([]byte(fmt.Sprintf("entry %d", index)))
		return tlog.CheckRecord(proof, total, root, index, leaf)
	})
	consistencies := each(file("consistency"), func(older, newer int64, proof []tlog.Hash) error {
		return tlog.CheckTree(proof, newer, at(newer, stored), older, at(older, stored))
	})
	fmt.Println("agrees", size, checked, inclusions, consistencies)
}

func at(size int64, stored hashes) tlog.Hash { return must(tlog.TreeHash(size, stored)) }

// A proof is two numbers and a count of hashes, of 32 bits each, and its hashes.
func each(all []byte, check func(a, b int64, proof []tlog.Hash) error) (count int) {
	number := func() int64 {
		value := binary.BigEndian.Uint32(all)
		all = all[4:]
		return int64(value)
	}
	for ; len(all) > 0; count++ {
		a, b := number(), number()
		proof := make([]tlog.Hash, number())
		for n := range proof {
			copy(proof[n][:], all)
			all = all[tlog.HashSize:]
		}
		if err := check(a, b, proof); err != nil {
			panic(err)
		}
	}
	return
}
