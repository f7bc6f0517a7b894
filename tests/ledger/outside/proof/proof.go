// Checks proofs of ratings and events with Go's own sumdb/note and sumdb/tlog, and Go's JSON. It follows
// docs/proofs.md and shares no line with the Python and the JavaScript checker, but its author knew both.
//
// Each line of standard input is a JSON object: data (a proof or a continuation, in base64), keys, witnesses, quorum,
// not_before, and what the visitor has, in base64: kept (a checkpoint), opening.
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
	"unicode"
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
	Kept      []byte   `json:"kept"`
	Opening   []byte   `json:"opening"`
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

func parsed(data []byte) (any, error) {
	if !utf8.Valid(data) {
		return nil, errors.New("the file is not UTF-8 text")
	}
	if !json.Valid(data) {
		return nil, errors.New("the file is not JSON")
	}
	in := json.NewDecoder(bytes.NewReader(data))
	in.UseNumber()
	return value(in)
}

func document(data []byte) (object, error) {
	whole, err := parsed(data)
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

// canonical: every character is printable, every signature has its one spelling and stands there once. sumdb/note alone
// would accept others.
func canonical(given string) error {
	if !utf8.ValidString(given) {
		return errors.New("the checkpoint is not UTF-8 text")
	}
	for _, sign := range given {
		if sign != '\n' && !unicode.IsPrint(sign) {
			return errors.New("the checkpoint has a character that is not printable")
		}
	}
	seen := map[string]bool{}
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
		if raw, err := base64.StdEncoding.Strict().DecodeString(words[2]); err != nil || len(raw) < 5 {
			return errors.New("a signature is not in canonical base64")
		}
		if seen[line] || len(seen) == 100 {
			return errors.New("a signature stands there twice, or there are too many")
		}
		seen[line] = true
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

// unsigned reads a checkpoint without looking at who signed it.
func unsigned(given string) (checkpoint, error) {
	if err := canonical(given); err != nil {
		return checkpoint{}, err
	}
	return body(strings.SplitAfterN(given, "\n\n", 2)[0])
}

// keptFits: the checkpoint that a visitor kept vouches for the event, and is one of those of the proof.
func keptFits(kept checkpoint, position int64, ours ...checkpoint) error {
	if kept.origin != ours[0].origin {
		return errors.New("the kept checkpoint is of another log")
	}
	if position > kept.tree.N {
		return errors.New("the kept checkpoint does not contain the event")
	}
	for _, one := range ours {
		if one.tree == kept.tree {
			return nil
		}
	}
	return errors.New("the proof does not lead to the kept checkpoint")
}

// quoted writes a text as the page about formats has it: no escapes but those that JSON must have.
func quoted(text string) string {
	short := map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}
	var written strings.Builder
	for _, sign := range text {
		if escape, there := short[sign]; there {
			written.WriteString(escape)
		} else if sign < ' ' {
			fmt.Fprintf(&written, `\u%04x`, sign)
		} else {
			written.WriteRune(sign)
		}
	}
	return `"` + written.String() + `"`
}

// opens: one of the openings has the name of the player that gives the mark in the row.
func opens(opening []byte, player, mark string) error {
	whole, err := parsed(opening)
	if err != nil {
		return fmt.Errorf("the opening: %w", err)
	}
	list, ok := whole.([]any)
	if !ok {
		return errors.New("the opening is no list")
	}
	found := false
	for _, one := range list {
		told, ok := one.(object)
		if !ok {
			return errors.New("an opening is no object")
		}
		if err := only(told, "player position field value salt", ""); err != nil {
			return err
		}
		if _, err := number(told["position"]); err != nil {
			return err
		}
		var texts [4]string
		for at, name := range strings.Fields("player field value salt") {
			if texts[at], err = text(told[name]); err != nil {
				return err
			}
		}
		salt, err := base64.StdEncoding.Strict().DecodeString(texts[3])
		if err != nil || strings.ContainsAny(texts[3], "\r\n") {
			return errors.New("a salt is not in canonical base64")
		}
		sealed := append([]byte("rating-ledger seal\n"), salt...)
		sealed = append(sealed, `["name",`+quoted(texts[2])+`]`...)
		sum := sha256.Sum256(sealed)
		if texts[0] == player && texts[1] == "name" && base64.StdEncoding.EncodeToString(sum[:]) == mark {
			found = true
		}
	}
	if !found {
		return errors.New("the opening does not open the name in the row")
	}
	return nil
}

// continued: the log of the kept checkpoint is the beginning of that of the newer one.
func continued(q question) error {
	first, given, blank := strings.Cut(string(q.Data), "\n\n")
	lines := strings.Split(first, "\n")
	if !blank || !utf8.Valid(q.Data) || len(lines) > 64 {
		return errors.New("this is no continuation")
	}
	kept, err := unsigned(string(q.Kept))
	if err != nil {
		return fmt.Errorf("the kept checkpoint: %w", err)
	}
	words := make([]any, 0, len(lines))
	for _, line := range lines[1:] {
		words = append(words, line)
	}
	path, err := hashes(words)
	if err != nil {
		return err
	}
	now, err := signed(q, given)
	if err != nil {
		return err
	}
	if kept.origin != now.origin || lines[0] != fmt.Sprintf("old %d", kept.tree.N) {
		return errors.New("it does not continue the kept checkpoint")
	}
	if err := tlog.CheckTree(path, now.tree.N, now.tree.Hash, kept.tree.N, kept.tree.Hash); err != nil {
		return fmt.Errorf("the log did not only grow: %w", err)
	}
	return nil
}

func listed(q question, found object, stored string) error {
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
	var ids, names []string
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
		name, _ := columns["name"].(string)
		ids, names, places = append(ids, id), append(names, name), append(places, index)
	}
	empty := sha256.Sum256(nil)
	switch {
	case len(ids) == 1 && ids[0] == player:
		if q.Opening != nil {
			return opens(q.Opening, player, names[0])
		}
		return nil
	case len(ids) == 2 && places[0]+1 == places[1] && ids[0] < player && player < ids[1]:
	case len(ids) == 1 && places[0] == 0 && player < ids[0]:
	case len(ids) == 1 && places[0] == size-1 && ids[0] < player:
	case len(ids) == 0 && size == 0 && root == fmt.Sprintf("sha256-tree:%x", empty):
	default:
		return errors.New("the rows do not show whether the player is on the list")
	}
	if q.Opening != nil {
		return errors.New("there is no row whose name could be opened")
	}
	return nil
}

func check(q question) error {
	if bytes.HasPrefix(q.Data, []byte("old ")) {
		return continued(q)
	}
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
	ours := []checkpoint{now}
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
		old, err := unsigned(older)
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
		ours = append(ours, old)
	}
	if q.Kept != nil {
		kept, err := unsigned(string(q.Kept))
		if err != nil {
			return fmt.Errorf("the kept checkpoint: %w", err)
		}
		if err := keptFits(kept, position, ours...); err != nil {
			return err
		}
	}
	_, rows := found["listed"]
	_, player := found["player"]
	if rows != player {
		return errors.New("rows without a player, or a player without rows")
	}
	if rows {
		return listed(q, found, stored)
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
