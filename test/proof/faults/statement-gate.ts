/**
 * Postgres behind a gate: a proxy that counts the statements of transactions on a service's write
 * connections, BEGIN and COMMIT included, and holds the nth one or its answer. What is held, a test lets
 * go, refuses as the server would, or loses with the process that it kills.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { until } from '@svc/devnet';
import { errorQuery, messageReader, type Statement, statementReader } from './postgres-messages.ts';

export interface Hold {
  /** Resolves with the text of the statement once it is held. */
  reached: () => Promise<string>;
  isReached: () => boolean;
  /** Sends what is held. */
  release: () => void;
  /** Sends a statement that fails with this SQLSTATE instead, inside the same transaction. */
  refuse: (sqlState: string) => void;
}

export interface StatementGate {
  /** Address of the database through the gate. */
  url: string;
  /** Statements of transactions that were sent on since the last call of `holdAt`. */
  passed: () => readonly string[];
  /**
   * Holds one statement from now on, or the answer to it: the one of this number, counted from 1 (0 holds
   * none), or the first with this text in it.
   */
  holdAt: (at: number | string, what?: 'statement' | 'answer') => Hold;
  close: () => Promise<void>;
}

export async function startGate(target: string, application: string): Promise<StatementGate> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let state = newState(0, 'statement');
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [own, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(own);
      own.on('error', () => undefined);
      own.on('close', () => {
        sockets.delete(own);
        other.destroy();
      });
    }
    pass({ client, upstream, application, current: () => state });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const url = new URL(target);
  url.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    url: url.href,
    passed: () => state.passed,
    holdAt: (at, what = 'statement') => {
      const own = newState(at, what);
      const { act } = own;
      state = own;
      return {
        reached: () => until(() => own.held, { timeoutMs: 60_000, what: `statement ${at}` }),
        isReached: () => own.held !== '',
        release: () => act.release(),
        refuse: (sqlState) => act.refuse(sqlState),
      };
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const newState = (at: number | string, what: 'statement' | 'answer') => ({
  at,
  what,
  seen: 0,
  passed: [] as string[],
  /** Text of what is held. */
  held: '',
  act: { release: () => {}, refuse: (_sqlState: string) => {} },
});
type State = ReturnType<typeof newState>;

const isWanted = ({ text }: Statement, { at, seen, held }: State): boolean =>
  held === '' && (typeof at === 'number' ? seen === at : text.includes(at));

interface Passage {
  client: Socket;
  upstream: Socket;
  application: string;
  current: () => State;
}

/** One connection. Once something is held, what follows in the same direction waits behind it. */
function pass({ client, upstream, application, current }: Passage): void {
  const waiting: Buffer[] = [];
  let isHeld = false;
  let isAnswerHeld = false;
  const flush = () => {
    isHeld = false;
    for (const bytes of waiting.splice(0)) upstream.write(bytes);
  };
  const hold = (statement: Statement, state: State) => {
    isHeld = true;
    state.act.release = () => {
      upstream.write(statement.bytes);
      flush();
    };
    state.act.refuse = (sqlState) => {
      upstream.write(errorQuery(sqlState));
      flush();
    };
    state.held = statement.text;
  };
  let isInTransaction = false;
  const onStatement = (statement: Statement) => {
    if (isHeld) {
      waiting.push(statement.bytes);
      return;
    }
    if (statement.text === 'begin') isInTransaction = true;
    if (!isInTransaction) {
      upstream.write(statement.bytes);
      return;
    }
    if (statement.text === 'commit' || statement.text === 'rollback') isInTransaction = false;
    const state = current();
    state.seen += 1;
    const isLast = isWanted(statement, state);
    if (isLast && state.what === 'statement') {
      hold(statement, state);
      return;
    }
    state.passed.push(statement.text);
    if (isLast) {
      isAnswerHeld = true;
      answered = () => {
        state.held = statement.text;
      };
    }
    upstream.write(statement.bytes);
  };
  let answered = () => {};
  const read = statementReader({
    application,
    onStatement,
    onOther: (bytes) => upstream.write(bytes),
  });
  client.on('data', read);
  const readAnswer = messageReader((type) => type === 'Z' && answered());
  upstream.on('data', (bytes) => {
    if (isAnswerHeld) readAnswer(bytes);
    else client.write(bytes);
  });
}
