import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface Proxy {
  readonly port: number;
  /** What happens to the next commit: its connection is cut before the server hears of it, or before its answer is heard. */
  cutNextCommit: 'before' | 'after' | undefined;
  /** As many connections are refused from now on. */
  refuse: number;
  /** How many commits were cut. */
  readonly cut: number;
  close(): Promise<void>;
}

/** Stands between a client and a Postgres, and loses connections when it is told to. */
export async function startProxy(serverPort: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const state = { cutNextCommit: undefined as Proxy['cutNextCommit'], refuse: 0, cut: 0 };
  const server = createServer((client) => {
    if (state.refuse > 0) {
      state.refuse--;
      client.destroy();
      return;
    }
    const upstream = connect(serverPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    let deaf = false;
    client.on('data', (data) => {
      const commits = state.cutNextCommit !== undefined && /commit/i.test(data.toString('latin1'));
      if (!commits) {
        upstream.write(data);
        return;
      }
      const when = state.cutNextCommit;
      state.cutNextCommit = undefined;
      state.cut++;
      if (when === 'before') {
        client.destroy();
        return;
      }
      deaf = true;
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      // The server has answered, so that it has carried the commit out.
      if (deaf) client.destroy();
      else client.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
