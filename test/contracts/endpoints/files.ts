/** Wholesalers' files, as the carrier's desk sees them. */
import type { Actor } from '../requests.ts';
import { type EndpointCases, list, type Make } from './endpoint.ts';

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
  fields: {
    FileFault: 'column code message',
    GetFileResponse: '+GetWholesaleFileResponse',
    GetWholesaleFileResponse: `+WholesaleFile row_list{data{row order_id status job_id ref
      faults=FileFault pod_file} has_more}`,
    ListFilesResponse: list('WholesaleFile'),
    ListWholesaleFilesResponse: list('WholesaleFile'),
    WholesaleFile: `object id tenant_id dc name status size sha256 received_at answered_at took_ms
      attempts rows{total booked already_booked refused waiting} faults=FileFault
      contents_removed_at`,
  },
  grants: {
    'jobs:read': 'listFiles=ListFilesResponse getFile=GetFileResponse',
    'ops:dispatch': `listWholesaleFiles=ListWholesaleFilesResponse
      getWholesaleFile=GetWholesaleFileResponse`,
  },
  targets: { '/ops/files/': newWholesaleFile, '/files/': newOwnFile },
  refusals: {},
};
