/** The floor: the same bodies from a bare loop of POSTs, as many at a time as the service makes. */
import type pg from 'pg';
import { Agent } from 'undici';
import { post } from '../http.ts';

const concurrency = 256;

/** POSTs a second. */
export async function bareLoop(
  owner: pg.Pool,
  { url, posts }: { url: string; posts: number },
): Promise<number> {
  const { rows } = await owner.query<{ body: string }>(
    "select body from webhooks.event where tenant_id = 'ten_wide' limit 200",
  );
  const dispatcher = new Agent({ allowH2: false });
  const headers = { 'content-type': 'application/json' };
  let sent = 0;
  const loop = async () => {
    while (sent < posts) {
      sent += 1;
      const body = rows[sent % rows.length]?.body ?? '';
      await post(`${url}/bare/${sent % 100}`, body, headers, dispatcher);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, loop));
  const tookMs = performance.now() - started;
  await dispatcher.close();
  return (1_000 * posts) / tookMs;
}
