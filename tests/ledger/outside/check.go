// Checks a folder of tiles with Go's own sumdb/note and sumdb/tlog: signature, cosignatures, inclusion, consistency.
//
// check FOLDER LOGKEY WITNESSKEY < proofs
//
// Each line of standard input is a proof of ours, to be checked against the folder's checkpoint:
//
//	event INDEX LEAFHASH HASH...     the leaf stands in the log
//	grown SIZE ROOT HASH...          the log of that size is a beginning of it
package main

import (
	"bufio"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func must(err error, what string) {
	if err != nil {
		fmt.Println("refused:", what+":", err)
		os.Exit(1)
	}
}

// A witness's key (type 0x04), which sumdb/note itself does not know.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c cosigner) Name() string    { return c.name }
func (c cosigner) KeyHash() uint32 { return c.hash }
func (c cosigner) Verify(text, sig []byte) bool {
	if len(sig) != 72 {
		return false
	}
	head := fmt.Sprintf("cosignature/v1\ntime %d\n", binary.BigEndian.Uint64(sig[:8]))
	return ed25519.Verify(c.key, append([]byte(head), text...), sig[8:])
}

func witness(vkey string) note.Verifier {
	parts := strings.SplitN(vkey, "+", 3)
	key, err := base64.StdEncoding.DecodeString(parts[2])
	must(err, "witness key")
	sum := sha256.Sum256(append([]byte(parts[0]+"\n"), key...))
	if key[0] != 4 || len(key) != 33 || fmt.Sprintf("%x", sum[:4]) != parts[1] {
		must(fmt.Errorf("its hash is not %s", parts[1]), "witness key")
	}
	return cosigner{parts[0], binary.BigEndian.Uint32(sum[:4]), key[1:]}
}

// Tiles in files: Go puts the height into the path, C2SP fixes it to 8.
type files struct{ folder string }

func (f files) Height() int                     { return 8 }
func (f files) SaveTiles([]tlog.Tile, [][]byte) {}
func (f files) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, t := range tiles {
		data, err := os.ReadFile(filepath.Join(f.folder, "tile", strings.TrimPrefix(t.Path(), "tile/8/")))
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}

func hashes(words []string) (found []tlog.Hash) {
	for _, word := range words {
		hash, err := tlog.ParseHash(word)
		must(err, "hash")
		found = append(found, hash)
	}
	return found
}

// The events of a bundle, each with its length before it.
func entries(folder string, index, size int64) [][]byte {
	t := tlog.Tile{H: 8, L: 0, N: index, W: 256}
	if (index+1)*256 > size {
		t.W = int(size - index*256)
	}
	path := strings.TrimPrefix(t.Path(), "tile/8/0/")
	data, err := os.ReadFile(filepath.Join(folder, "tile", "entries", path))
	must(err, "entries")
	var found [][]byte
	for len(data) > 0 {
		length := 2 + int(binary.BigEndian.Uint16(data))
		found = append(found, data[2:length])
		data = data[length:]
	}
	return found
}

func main() {
	folder := os.Args[1]
	log, err := note.NewVerifier(os.Args[2])
	must(err, "log key")
	text, err := os.ReadFile(filepath.Join(folder, "checkpoint"))
	must(err, "checkpoint")
	opened, err := note.Open(text, note.VerifierList(log, witness(os.Args[3])))
	must(err, "signature")
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err, "size")
	root := hashes(lines[2:3])[0]
	fmt.Printf("signatures: %d, events: %d\n", len(opened.Sigs), size)

	reader := tlog.TileHashReader(tlog.Tree{N: size, Hash: root}, files{folder})
	var bundle [][]byte
	for index := int64(0); index < size; index++ {
		if index%256 == 0 {
			bundle = entries(folder, index/256, size)
		}
		leaf := tlog.RecordHash(bundle[index%256])
		proof, err := tlog.ProveRecord(size, index, reader)
		must(err, "tiles")
		must(tlog.CheckRecord(proof, size, root, index, leaf), fmt.Sprintf("event %d", index+1))
	}
	for old := int64(1); old <= size; old++ {
		proof, err := tlog.ProveTree(size, old, reader)
		must(err, "tiles")
		before, err := tlog.TreeHash(old, reader)
		must(err, "tiles")
		must(tlog.CheckTree(proof, size, root, old, before), fmt.Sprintf("the log of %d", old))
	}

	count := 0
	for input := bufio.NewScanner(os.Stdin); input.Scan(); count++ {
		words := strings.Fields(input.Text())
		number, err := strconv.ParseInt(words[1], 10, 64)
		must(err, "number")
		given := hashes(words[2:])
		if words[0] == "event" {
			must(tlog.CheckRecord(given[1:], size, root, number, given[0]), input.Text())
		} else {
			must(tlog.CheckTree(given[1:], size, root, number, given[0]), input.Text())
		}
	}
	fmt.Printf("proofs: %d\n", count)
}
