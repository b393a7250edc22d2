/** The floor: the same bodies from a bare loop of POSTs, as many at a time as the service makes. */
import { Agent, request } from 'undici';
import type { Stage } from './stage.ts';

const concurrency = 256;

/** POSTs a second. */
export async function bareLoop({ owner, receiver }: Stage, posts: number): Promise<number> {
  const { rows } = await owner.query<{ body: string }>(
    "select body from webhooks.event where tenant_id = 'ten_wide' limit 200",
  );
  const bodies = rows.map(({ body }) => body);
  const dispatcher = new Agent({ allowH2: false });
  const headers = { 'content-type': 'application/json' };
  const post = async (n: number) => {
    const body = bodies[n % bodies.length] ?? '';
    const url = `${receiver.url}/bare/${n % 100}`;
    const response = await request(url, { dispatcher, method: 'POST', headers, body });
    await response.body.dump();
  };
  let sent = 0;
  const loop = async () => {
    while (sent < posts) {
      sent += 1;
      await post(sent);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, loop));
  const took = performance.now() - started;
  await dispatcher.close();
  return (1000 * posts) / took;
}
