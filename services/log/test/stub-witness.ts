/** A witness over HTTP whose responses a test sets; at first it cosigns everything. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseSignedCheckpoint } from '@svc/proof/log/checkpoint';
import { cosign } from '@svc/proof/log/cosignature';
import { formatSignature } from '@svc/proof/log/note';
import { cosignatureType, formatVkey, generateSecret, parseSecret } from '@svc/proof/log/note-key';
import { parseSubmission } from '@svc/proof/log/submission';

interface Answer {
  status: number;
  body: string;
}

/** `now` is the clock of its cosignatures. */
export async function startStubWitness(name: string, now: () => Date) {
  const signer = await parseSecret(await generateSecret(name, cosignatureType));
  const stub = {
    /** Response to `add-checkpoint`; undefined: it cosigns. */
    answer: undefined as Answer | undefined,
    /** Checkpoint that the stub returns as the last one it cosigned. */
    shown: undefined as string | undefined,
    /** How often it was asked for that. */
    asked: 0,
  };
  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    if (request.method === 'GET') {
      stub.asked += 1;
      return stub.shown === undefined
        ? { status: 404, body: 'none\n' }
        : { status: 200, body: stub.shown };
    }
    const { checkpoint } = parseSubmission(await text(request));
    if (stub.answer) return stub.answer;
    const seconds = Math.floor(now().getTime() / 1_000);
    const line = await cosign(parseSignedCheckpoint(checkpoint).note.text, signer, seconds);
    return { status: 200, body: formatSignature(line) };
  };
  const server = createServer((request, response) => {
    void answerTo(request).then(({ status, body }) => response.writeHead(status).end(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return Object.assign(stub, {
    name,
    /** Value for `SVC_LOG_WITNESSES`. */
    setting: `${formatVkey(signer.key)} http://127.0.0.1:${port}`,
    key: signer.key,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  });
}
