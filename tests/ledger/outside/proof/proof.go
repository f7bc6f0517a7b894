// Checks proofs of ratings and events with Go's own sumdb/note and sumdb/tlog, and Go's JSON. It follows
// docs/proofs.md and shares no line with the Python and the JavaScript checker, but its author knew both.
//
// Each line of standard input is a JSON object: data (a proof, in base64), keys, witnesses, quorum, not_before.
// Each line of the answer is "accepted" or "refused: why".
package main

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type object = map[string]any

type question struct {
	Data      []byte   `json:"data"`
	Keys      []string `json:"keys"`
	Witnesses []string `json:"witnesses"`
	Quorum    int      `json:"quorum"`
	NotBefore uint64   `json:"not_before"`
}

type cosigner struct {
	name      string
	hash      uint32
	key       ed25519.PublicKey
	notBefore uint64
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

func witness(vkey string, notBefore uint64) (note.Verifier, error) {
	parts := strings.SplitN(vkey, "+", 3)
	key, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(key) != 33 || key[0] != 4 {
		return nil, errors.New("not the key of a witness")
	}
	sum := sha256.Sum256(append([]byte(parts[0]+"\n"), key...))
	return cosigner{parts[0], binary.BigEndian.Uint32(sum[:4]), key[1:], notBefore}, nil
}

// value reads one JSON value in which every key of an object stands once.
func value(in *json.Decoder) (any, error) {
	token, err := in.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		found := object{}
		for in.More() {
			key, err := in.Token()
			if err != nil {
				return nil, err
			}
			if _, twice := found[key.(string)]; twice {
				return nil, fmt.Errorf("the key %q stands there twice", key)
			}
			if found[key.(string)], err = value(in); err != nil {
				return nil, err
			}
		}
		_, err = in.Token()
		return found, err
	case json.Delim('['):
		found := []any{}
		for in.More() {
			one, err := value(in)
			if err != nil {
				return nil, err
			}
			found = append(found, one)
		}
		_, err = in.Token()
		return found, err
	}
	return token, nil
}

func document(data []byte) (object, error) {
	if !utf8.Valid(data) {
		return nil, errors.New("the file is not UTF-8 text")
	}
	if !json.Valid(data) {
		return nil, errors.New("the file is not JSON")
	}
	in := json.NewDecoder(bytes.NewReader(data))
	in.UseNumber()
	whole, err := value(in)
	if err != nil {
		return nil, err
	}
	found, ok := whole.(object)
	if !ok {
		return nil, errors.New("the file is no JSON object")
	}
	return found, nil
}

func only(found object, needed string, others string) error {
	for _, name := range strings.Fields(needed) {
		if _, there := found[name]; !there {
			return fmt.Errorf("the field %s is missing", name)
		}
	}
	known := " " + needed + " " + others + " "
	for name, value := range found {
		if !strings.Contains(known, " "+name+" ") || value == nil {
			return fmt.Errorf("the field %q does not belong there", name)
		}
	}
	return nil
}

func text(value any) (string, error) {
	found, ok := value.(string)
	if !ok {
		return "", errors.New("a field is not a text")
	}
	return found, nil
}

func number(value any) (int64, error) {
	found, ok := value.(json.Number)
	if !ok {
		return 0, errors.New("a field is not a number")
	}
	return strconv.ParseInt(found.String(), 10, 64)
}

func hashes(value any) ([]tlog.Hash, error) {
	list, ok := value.([]any)
	if !ok {
		return nil, errors.New("a path is not a list of hashes")
	}
	var found []tlog.Hash
	for _, one := range list {
		word, err := text(one)
		if err != nil {
			return nil, err
		}
		raw, err := base64.StdEncoding.Strict().DecodeString(word)
		if err != nil || len(raw) != 32 || strings.ContainsAny(word, "\r\n") {
			return nil, errors.New("a hash is not 32 bytes in canonical base64")
		}
		found = append(found, hashOf(raw))
	}
	return found, nil
}

func hashOf(raw []byte) (found tlog.Hash) {
	copy(found[:], raw)
	return found
}

type checkpoint struct {
	origin string
	tree   tlog.Tree
}

// body reads the lines of a checkpoint that are signed.
func body(text string) (checkpoint, error) {
	lines := strings.Split(text, "\n")
	if len(lines) < 4 || lines[0] == "" {
		return checkpoint{}, errors.New("the checkpoint does not have three lines")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || size < 0 || strconv.FormatInt(size, 10) != lines[1] {
		return checkpoint{}, errors.New("the size of the checkpoint is no number")
	}
	root, err := base64.StdEncoding.Strict().DecodeString(lines[2])
	if err != nil || len(root) != 32 {
		return checkpoint{}, errors.New("the root of the checkpoint is no hash")
	}
	return checkpoint{lines[0], tlog.Tree{N: size, Hash: hashOf(root)}}, nil
}

// canonical: every signature has its one spelling. sumdb/note alone would accept others.
func canonical(given string) error {
	_, lines, blank := strings.Cut(given, "\n\n")
	if !blank || (lines != "" && !strings.HasSuffix(lines, "\n")) {
		return errors.New("the checkpoint has no blank line, or no end")
	}
	for _, line := range strings.Split(strings.TrimSuffix(lines, "\n"), "\n") {
		words := strings.Split(line, " ")
		if lines == "" {
			continue
		}
		if len(words) != 3 || words[0] != "—" {
			return errors.New("a line is no signature")
		}
		if _, err := base64.StdEncoding.Strict().DecodeString(words[2]); err != nil {
			return errors.New("a signature is not in canonical base64")
		}
	}
	return nil
}

func signed(q question, given string) (checkpoint, error) {
	if err := canonical(given); err != nil {
		return checkpoint{}, err
	}
	var known []note.Verifier
	for _, key := range q.Keys {
		verifier, err := note.NewVerifier(key)
		if err != nil {
			return checkpoint{}, err
		}
		known = append(known, verifier)
	}
	for _, key := range q.Witnesses {
		verifier, err := witness(key, q.NotBefore)
		if err != nil {
			return checkpoint{}, err
		}
		known = append(known, verifier)
	}
	opened, err := note.Open([]byte(given), note.VerifierList(known...))
	if err != nil {
		return checkpoint{}, err
	}
	found, err := body(opened.Text)
	if err != nil {
		return found, err
	}
	office, witnesses := 0, map[string]bool{}
	for _, sig := range opened.Sigs {
		if sig.Name == found.origin {
			office++
			continue
		}
		raw, _ := base64.StdEncoding.DecodeString(sig.Base64)
		if len(raw) == 76 && binary.BigEndian.Uint64(raw[4:12]) >= q.NotBefore {
			witnesses[sig.Name] = true
		}
	}
	if office == 0 {
		return found, errors.New("the office did not sign the checkpoint")
	}
	if len(witnesses) < q.Quorum {
		return found, errors.New("too few witnesses cosigned the checkpoint")
	}
	return found, nil
}

func listed(found object, stored string) error {
	player, err := text(found["player"])
	if err != nil {
		return err
	}
	event, err := document([]byte(stored))
	if err != nil {
		return fmt.Errorf("the event: %w", err)
	}
	root, ok := event["root"].(string)
	if event["type"] != "ListPublished" || !ok || player == "" {
		return errors.New("the event publishes no list")
	}
	size, err := number(event["rows"])
	if err != nil {
		return err
	}
	rows, ok := found["listed"].([]any)
	if !ok {
		return errors.New("the rows are no list")
	}
	var ids []string
	var places []int64
	for _, one := range rows {
		row, ok := one.(object)
		if !ok {
			return errors.New("a row is no object")
		}
		if err := only(row, "index row path", ""); err != nil {
			return err
		}
		leaf, err := text(row["row"])
		if err != nil {
			return err
		}
		index, err := number(row["index"])
		if err != nil {
			return err
		}
		path, err := hashes(row["path"])
		if err != nil {
			return err
		}
		raw := make([]byte, 32)
		if _, err := fmt.Sscanf(root, "sha256-tree:%x", &raw); err != nil || len(raw) != 32 {
			return errors.New("the root of the list is no hash")
		}
		if index < 0 || index >= size {
			return errors.New("there is no such row in the list")
		}
		if err := tlog.CheckRecord(path, size, hashOf(raw), index, tlog.RecordHash([]byte(leaf))); err != nil {
			return fmt.Errorf("the row is not in the list: %w", err)
		}
		columns, err := document([]byte(leaf))
		if err != nil {
			return err
		}
		id, err := text(columns["player"])
		if err != nil {
			return err
		}
		ids, places = append(ids, id), append(places, index)
	}
	empty := sha256.Sum256(nil)
	switch {
	case len(ids) == 1 && ids[0] == player:
	case len(ids) == 2 && places[0]+1 == places[1] && ids[0] < player && player < ids[1]:
	case len(ids) == 1 && places[0] == 0 && player < ids[0]:
	case len(ids) == 1 && places[0] == size-1 && ids[0] < player:
	case len(ids) == 0 && size == 0 && root == fmt.Sprintf("sha256-tree:%x", empty):
	default:
		return errors.New("the rows do not show whether the player is on the list")
	}
	return nil
}

func check(q question) error {
	found, err := document(q.Data)
	if err != nil {
		return err
	}
	if err := only(found, "format position stored path checkpoint", "since listed player"); err != nil {
		return err
	}
	if found["format"] != "rating-ledger-proof/2" {
		return errors.New("the file has another format")
	}
	position, err := number(found["position"])
	if err != nil {
		return err
	}
	stored, err := text(found["stored"])
	if err != nil {
		return err
	}
	path, err := hashes(found["path"])
	if err != nil {
		return err
	}
	given, err := text(found["checkpoint"])
	if err != nil {
		return err
	}
	now, err := signed(q, given)
	if err != nil {
		return err
	}
	if position < 1 || position > now.tree.N {
		return errors.New("the log has no such position")
	}
	leaf := tlog.RecordHash([]byte(stored))
	if err := tlog.CheckRecord(path, now.tree.N, now.tree.Hash, position-1, leaf); err != nil {
		return fmt.Errorf("the event is not in the log: %w", err)
	}
	if before, there := found["since"]; there {
		since, ok := before.(object)
		if !ok {
			return errors.New("since is no object")
		}
		if err := only(since, "checkpoint path", ""); err != nil {
			return err
		}
		older, err := text(since["checkpoint"])
		if err != nil {
			return err
		}
		if err := canonical(older); err != nil {
			return err
		}
		old, err := body(strings.SplitAfterN(older, "\n\n", 2)[0])
		if err != nil {
			return err
		}
		steps, err := hashes(since["path"])
		if err != nil {
			return err
		}
		if old.origin != now.origin {
			return errors.New("the older checkpoint is of another log")
		}
		if err := tlog.CheckTree(steps, now.tree.N, now.tree.Hash, old.tree.N, old.tree.Hash); err != nil {
			return fmt.Errorf("the log did not only grow: %w", err)
		}
	}
	_, rows := found["listed"]
	_, player := found["player"]
	if rows != player {
		return errors.New("rows without a player, or a player without rows")
	}
	if rows {
		return listed(found, stored)
	}
	return nil
}

func main() {
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<24)
	for input.Scan() {
		var q question
		if err := json.Unmarshal(input.Bytes(), &q); err != nil {
			fmt.Println("refused: no question:", err)
		} else if err := check(q); err != nil {
			fmt.Println("refused:", err)
		} else {
			fmt.Println("accepted")
		}
	}
}
