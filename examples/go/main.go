// A client in Go: it plays a whole game against bots over HTTP, with Go's standard library alone.
package main

import (
	"crypto/rand"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"strings"
)

// A prompt asks a seat for some of its options. A client needs no other rules.
type prompt struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Seat    int    `json:"seat"` // left out for seat 0, as all zeros are
	Options []struct {
		ID string `json:"id"`
	} `json:"options"`
	Least        int      `json:"least"`
	Most         int      `json:"most"`
	DefaultPicks []string `json:"defaultPicks"`
}

type score struct {
	Seat  int `json:"seat"`
	Total int `json:"total"`
	Rank  int `json:"rank"`
}

// An update says what is new at a table, and which prompts are open for the seat that looks.
type update struct {
	State   string   `json:"state"`
	Prompts []prompt `json:"prompts"`
	Scores  []score  `json:"scores"`
}

func main() {
	gateway := flag.String("gateway", "http://127.0.0.1:5180", "address of the gateway")
	game := flag.String("game", "jump", "the game")
	bot := flag.String("bot", "random", "who sits on the other seats")
	seats := flag.Int("seats", 2, "number of seats")
	name := flag.String("name", "Ada", "name of the player")
	flag.Parse()
	if err := play(*gateway, *game, *bot, *seats, *name); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// play opens a private table, seats bots, answers every prompt, and prints the points.
func play(gateway, game, bot string, seats int, name string) error {
	lobby := &client{gateway: strings.TrimSuffix(gateway, "/")}
	var guest struct {
		Token string `json:"token"`
	}
	if err := lobby.call("PlayerService/CreateGuest", object{"name": name}, &guest); err != nil {
		return err
	}
	lobby.token = guest.Token
	var created struct {
		Table struct {
			ID string `json:"id"`
		} `json:"table"`
	}
	table := object{"game": game, "seats": seats, "visibility": "VISIBILITY_PRIVATE", "requestId": requestID()}
	if err := lobby.call("TableService/CreateTable", table, &created); err != nil {
		return err
	}
	id := created.Table.ID
	for seat := 1; seat < seats; seat++ {
		if err := lobby.call("TableService/AddBot", object{"tableId": id, "bot": bot, "requestId": requestID()}, nil); err != nil {
			return err
		}
	}
	if err := lobby.call("TableService/StartTable", object{"tableId": id, "requestId": requestID()}, nil); err != nil {
		return err
	}
	fmt.Printf("table %s\n", id)
	answered := map[string]bool{}
	last, err := lobby.watch(id, func(now update) error {
		for _, open := range now.Prompts {
			if answered[open.ID] {
				continue
			}
			if err := answer(lobby, id, open); err != nil {
				return err
			}
			answered[open.ID] = true
		}
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Printf("answered %d prompts\n", len(answered))
	for _, each := range last.Scores {
		fmt.Printf("seat %d: %d points, rank %d\n", each.Seat, each.Total, each.Rank)
	}
	return nil
}

// answer gives a prompt its default. A front end would ask its player here.
func answer(lobby *client, table string, open prompt) error {
	choice := object{"tableId": table, "promptId": open.ID, "picks": open.DefaultPicks, "requestId": requestID()}
	err := lobby.call("PlayService/SubmitChoice", choice, nil)
	if reason(err) == "PROMPT_CLOSED" { // the clock or an earlier answer was quicker
		return nil
	}
	return err
}

// requestID names a change: sent again after a lost answer, the same change is made once.
func requestID() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		panic(err)
	}
	return hex.EncodeToString(bytes)
}
