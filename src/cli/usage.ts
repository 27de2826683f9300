export const usage = `webhook-once: finds the webhook handlers that charge, ship, credit or mail twice

Usage
  webhook-once check [paths...]     analyse every handler below the paths (the working directory by default)
  webhook-once schema [paths...]    print the tables, their unique keys and where each comes from
  webhook-once schema --suggest     print how tables that let an event in twice get their key while they are in use
  webhook-once map [paths...]       print what each handler does, and what of it is not known
  webhook-once map --unknown        list the calls in handlers that nothing knows, with the settings that would declare them
  webhook-once explain RULE         print the page of a rule: what it proves, examples, options

Options
  --format text|json                json prints one object and nothing else (default: text)
  --preset recommended|strict       which rules run (check only; default: recommended)
  --rule NAME:off|warn|error        set one rule; may be given several times (check only)
  --config FILE                     settings, preset and rules (default: webhook-once.config.json, .js, .mjs or .ts, where there is one)
  --explain RULE                    the same as the command, beside check
  --database-url URL                read tables and keys from a live Postgres, read-only, and believe it
  --color, --no-color               colours (default: on a terminal, unless NO_COLOR is set)
  --help, --version

Exit status
  0  nothing at error level
  1  findings at error level
  2  the command could not do its job; one line on standard error says why
`;
