package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	lobbyPath = "/galaxytables.lobby.v1."
	patience  = time.Minute
	pause     = 500 * time.Millisecond
	// The server sends a sign of life every 20 seconds or so.
	silence = time.Minute
)

type object map[string]any

// A client calls the gateway with a player's token.
type client struct {
	gateway string
	token   string
}

// A callError is a refusal, as Connect says it.
type callError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Details []struct {
		Debug struct {
			Reason string `json:"reason"`
		} `json:"debug"`
	} `json:"details"`
}

func (e *callError) Error() string { return fmt.Sprintf("%s: %s", reason(e), e.Message) }

// reason is what an error is about, such as PROMPT_CLOSED; empty if it is no refusal.
func reason(err error) string {
	var refused *callError
	if !errors.As(err, &refused) {
		return ""
	}
	for _, detail := range refused.Details {
		if detail.Debug.Reason != "" {
			return detail.Debug.Reason
		}
	}
	return refused.Code
}

// call makes a call. While nobody answers it repeats the same request, which does nothing twice.
func (c *client) call(name string, request object, response any) error {
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	for until := time.Now().Add(patience); ; time.Sleep(pause) {
		err = c.callOnce(name, body, response)
		var refused *callError
		isAway := err != nil && (!errors.As(err, &refused) || refused.Code == "unavailable")
		if !isAway || time.Now().After(until) {
			return err
		}
	}
}

func (c *client) callOnce(name string, body []byte, response any) error {
	request, err := http.NewRequest(http.MethodPost, c.gateway+lobbyPath+name, bytes.NewReader(body))
	if err != nil {
		return err
	}
	c.sign(request)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("galaxytables-strict", "1") // typing errors are refused
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return readError(answer.Body)
	}
	if response == nil {
		return nil
	}
	return json.NewDecoder(answer.Body).Decode(response)
}

func (c *client) sign(request *http.Request) {
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
}

// watch tells of every update of a table until its game is over, and returns the last one. A broken connection is
// opened again where it was cut: nothing is missed.
func (c *client) watch(table string, tell func(update) error) (update, error) {
	var last update
	position := ""
	for until := time.Now().Add(patience); ; time.Sleep(pause) {
		over, err := c.follow(table, &position, func(now update) error {
			last, until = now, time.Now().Add(patience)
			return tell(now)
		})
		if over || err != nil {
			return last, err
		}
		if time.Now().After(until) {
			return last, errors.New("the connection was lost")
		}
	}
}

// follow reads server-sent events. It returns whether the stream ended by itself; position is the id of the last event.
func (c *client) follow(table string, position *string, tell func(update) error) (bool, error) {
	query := url.Values{"tableId": {table}, "fromEvent": {"1"}}
	request, err := http.NewRequest(http.MethodGet, c.gateway+"/events/WatchTable?"+query.Encode(), nil)
	if err != nil {
		return false, err
	}
	c.sign(request)
	if *position != "" {
		request.Header.Set("Last-Event-ID", *position)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return false, nil // try again
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		err := readError(answer.Body)
		if answer.StatusCode == http.StatusServiceUnavailable {
			return false, nil
		}
		return false, err
	}
	// A stream without a sign of life is broken.
	alive := time.AfterFunc(silence, func() { answer.Body.Close() })
	defer alive.Stop()
	lines := bufio.NewReader(answer.Body)
	var name, id, data string
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return false, nil
		}
		alive.Reset(silence)
		field, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case field == "event":
			name = value
		case field == "id":
			id = value
		case field == "data":
			data = value
		case line == "\n" && data != "": // the event is complete
			if name == "end" {
				return ended([]byte(data))
			}
			var said struct {
				Update update `json:"update"`
			}
			if err := json.Unmarshal([]byte(data), &said); err != nil {
				return false, err
			}
			if err := tell(said.Update); err != nil {
				return false, err
			}
			if id != "" {
				*position = id
			}
			name, id, data = "", "", ""
		}
	}
}

// ended reads how a stream ended: well, or with an error, after some of which it may be opened again.
func ended(data []byte) (bool, error) {
	var end struct {
		Error *callError `json:"error"`
	}
	if err := json.Unmarshal(data, &end); err != nil {
		return false, err
	}
	if end.Error == nil {
		return true, nil
	}
	if end.Error.Code == "unavailable" {
		return false, nil
	}
	return false, end.Error
}

func readError(body io.Reader) error {
	refused := &callError{}
	if err := json.NewDecoder(body).Decode(refused); err != nil {
		return err
	}
	return refused
}
