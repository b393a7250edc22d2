/**
 * In-memory stand-in for the part of S3 that the storage uses: one bucket, path-style addresses.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Bucket {
  endpoint: string;
  /** Objects by path, `/bucket/key`. */
  objects: Map<string, { body: Buffer; type: string | undefined }>;
  /** Credential scopes that signed requests, e.g. `key/20261102/af-south-1/s3/aws4_request`. */
  signers: Set<string>;
  close(): Promise<void>;
}

const missing = '<Error><Code>NoSuchKey</Code><Message>none</Message></Error>';

export async function startBucket(): Promise<Bucket> {
  const objects: Bucket['objects'] = new Map();
  const signers = new Set<string>();
  const answer = async (request: IncomingMessage): Promise<[number, Buffer | string]> => {
    const [, signer] = /Credential=([^,]+)/.exec(request.headers.authorization ?? '') ?? [];
    if (!signer) return [403, ''];
    signers.add(signer);
    const path = new URL(request.url ?? '', 'http://bucket').pathname;
    const body = await buffer(request);
    if (request.method === 'PUT')
      objects.set(path, { body, type: request.headers['content-type'] });
    if (request.method === 'DELETE') {
      objects.delete(path);
      return [204, ''];
    }
    const found = objects.get(path);
    return found ? [200, request.method === 'GET' ? found.body : ''] : [404, missing];
  };
  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request);
    response.writeHead(status).end(request.method === 'HEAD' ? undefined : body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    objects,
    signers,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
