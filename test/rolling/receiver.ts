/** A subscriber of webhooks over TLS, at a public address of the containers' network. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Authority, createAuthority } from '@svc/devnet';
import { z } from 'zod';

export interface Delivery {
  eventId: string;
  type: string;
  jobId: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  deliveries: Delivery[];
  authority: Authority;
  /** The certificate of the authority. */
  authorityFile: string;
  stop(): Promise<void>;
}

const event = z.object({ id: z.string(), type: z.string(), job_id: z.string() });

/** `dir` keeps its keys. */
export async function startReceiver(address: string, dir: string): Promise<Receiver> {
  const authority = await createAuthority({ dir });
  const { certificate: cert, privateKey: key } = await authority.issue(address);
  const authorityFile = join(dir, 'authority.pem');
  await writeFile(authorityFile, authority.certificate);
  const deliveries: Delivery[] = [];
  const server = createServer({ cert, key }, async (request, response) => {
    // A sender that is killed cuts its request off.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const { id, type, job_id } = event.parse(JSON.parse(body));
    deliveries.push({ eventId: id, type, jobId: job_id, headers: request.headers, body });
    response.writeHead(204).end();
  });
  await once(server.listen(0, '0.0.0.0'), 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' ? bound?.port : 0;
  return {
    url: `https://${address}:${port}/hook`,
    deliveries,
    authority,
    authorityFile,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
