/** Wholesalers' files, as the carrier's desk sees them. */
import type { Actor } from '../requests.ts';
import type { EndpointCases, Make } from './endpoint.ts';

/** A file that came from this tenant and was answered. */
const newFile = async ({ stage }: Actor, tenant: string): Promise<string> => {
  const id = `wf_${crypto.randomUUID().replaceAll('-', '').slice(0, 26).toUpperCase()}`;
  await stage.owner.query(
    `insert into files.file
       (tenant_id, id, dc, name, step, source, received_at, answered_at, faults, attempts)
     values ($2, $1, 'jhb', 'wave.csv', 'answered', 'sftp', now(), now(), '[]', 0)`,
    [id, tenant],
  );
  return id;
};

const newWholesaleFile: Make = (actor) => newFile(actor, 'ten_demo');
const newOwnFile: Make = (actor) => newFile(actor, actor.tenant);

export const files: EndpointCases = {
  targets: { '/ops/files/': newWholesaleFile, '/files/': newOwnFile },
  refusals: {},
};
