/** The part of `.svc/dev.json` that a courier reads. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export const credentials = z.object({ client_id: z.string(), client_secret: z.string() });
export type Credentials = z.infer<typeof credentials>;

export const devFile = z.object({
  live: z.object({ base_url: z.url() }),
  auth: z.object({ auth_url: z.url() }),
  clients: z.object({
    demo: credentials.extend({ tenant_id: z.string() }),
    operator: credentials,
  }),
});
export type CourierDevFile = z.infer<typeof devFile>;

export async function readDevFile(folder: string): Promise<CourierDevFile> {
  const text = await readFile(join(folder, 'dev.json'), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error('Nothing runs here: start it with npm start.');
  return devFile.parse(JSON.parse(text));
}
