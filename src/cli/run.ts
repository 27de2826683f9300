import type { Terminal } from './progress.ts';
import type { Command } from './arguments.ts';
import { parseCommand } from './arguments.ts';
import { usage } from './usage.ts';

export interface Host {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
}

/** Runs one command and gives the exit status. Never throws: what goes wrong is one line on standard error and a 2. */
export async function run(argv: readonly string[], host: Host): Promise<0 | 1 | 2> {
  try {
    return await runCommand(parseCommand(argv), host);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    host.stderr.write(`webhook-once: ${message.replaceAll(/\s*\n\s*/gu, ' ')}\n`);
    if (host.env.WEBHOOK_ONCE_DEBUG && error instanceof Error) host.stderr.write(`${error.stack}\n`);
    return 2;
  }
}

/** Each command loads what it needs: help must not wait for a parser of SQL. */
async function runCommand(command: Command, host: Host): Promise<0 | 1 | 2> {
  switch (command.command) {
    case 'help':
      host.stdout.write(usage);
      return 0;
    case 'version': {
      const { ownPackage } = await import('../rule/own-package.ts');
      host.stdout.write(`${ownPackage.version}\n`);
      return 0;
    }
    case 'check': {
      const { check } = await import('./check.ts');
      return check(command, host);
    }
    case 'schema': {
      const { schema } = await import('./schema.ts');
      return schema(command, host);
    }
    case 'explain': {
      const { explain } = await import('./explain.ts');
      return explain(command, host);
    }
    case 'map': {
      const { map } = await import('./map.ts');
      return map(command, host);
    }
  }
}
