# The command line, settings, and the platform of one's own.

command-help =
    galaxytables play, or make play, with any of these as NAME=value:

      GAME=jump            open a table of this game; without GAME and TABLE a menu of what there is
      NOW=1                look for others who would play it now; if nobody comes, bots do (with BOTS=0 nobody)
      BOTS=3               bots at that table (default: as few as the game needs)
      SEATS=4              seats of that table (default: BOTS + 1); free ones wait for people
      BOT=easy             which bot (default: one that knows the game)
      OPTIONS=a=b,c=d      options of the game
      TIME=60 | TIME=600+5 seconds a choice, or a budget with what each choice gives back (default: no clock);
                           TIME=live, live_quick, live_budget, slow, slow_easy: presets of the server
      PRIVATE=1            joined by invitation only
      RATING=casual        strict: nobody takes back, so the game stays rated; casual: not rated (default: rated)
      DELAY=5              spectators see the table so many choices behind
      TALK=1               spectators may write messages too
      TABLE=id             join this table (or its invitation), or come back to it
      NAME=Ann             what others call you (default: your user name); one name, one player
      LANGUAGE=ja          the language: en, ja (default: en)
      SERVER=host:port     the server, or https://host (default: GALAXYTABLES_LOBBY or 127.0.0.1:5100; if nothing answers
                           there, a platform is started for the time of the game)
      SIGN_IN_PORT=5181    the port where your browser comes back from a sign-in (default: any that is free)
      GALAXYTABLES_STATE=folder  where the key to your seat and the log are kept

    The last line of the screen names the keys that matter there; F1 explains all of them.

terminal-needed = It needs a terminal for its keys and its screen: neither may come from a pipe or go to a file.
setting-refused = { $name }={ $value } cannot be used: { $wanted }.
wanted-argument = it must be NAME=value with a name that --help lists
wanted-address = it must be host:port, for example 127.0.0.1:5100
wanted-number = it must be a whole number
wanted-pairs = it must be name=value,name=value
wanted-time = it must be seconds a choice (60), budget+increment (600+5), or a preset (live)
wanted-preset = the server knows { $presets }
wanted-preset-none = the server knows no presets
wanted-rating = it must be rated, strict or casual
wanted-name = it must be 1 to { $most } printable characters

platform-ended = The platform ended while it started.
platform-not-ready = It was not ready after { $seconds } s.
platform-last-words = { $why } Its last words, all of them in { $log }:
platform-said-nothing = (nothing)
