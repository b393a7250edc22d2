import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyEvent } from '@svc/sdk/webhooks';
import { z } from 'zod';

/** A receiver on this machine: the job of each event whose signature and id are right, else false. */
export async function startReceiver(secret: string, status: number) {
  const verdicts: unknown[] = [];
  const server = createServer(async (request, response) => {
    const verdict = verifyEvent(await text(request), request.headers, secret);
    const isSameId = verdict.ok && request.headers['svc-event-id'] === verdict.event.id;
    verdicts.push(isSameId && verdict.event.job_id);
    // Longer than anybody needs to read.
    response.writeHead(status).end('x'.repeat(1_000_000));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { verdicts, to: `http://127.0.0.1:${port}/hook`, stop };
}
