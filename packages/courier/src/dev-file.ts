/** What `npm start` leaves for scripts, as far as a courier needs it. */
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
export type DevFile = z.infer<typeof devFile>;
