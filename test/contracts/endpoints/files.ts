/** Wholesalers' files, as the carrier's desk sees them. */
import type { Actor } from '../requests.ts';
import { type EndpointCases, list, type Make, toAbsent } from './endpoint.ts';

/** As one that came from this tenant and was answered. */
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

const file = `object id tenant_id dc name status size sha256 received_at answered_at took_ms attempts
  rows.total rows.booked rows.already_booked rows.refused rows.waiting faults[].column faults[].code
  faults[].message contents_removed_at`;

const withRows = `${file} row_list.data[].row row_list.data[].order_id
  row_list.data[].status row_list.data[].job_id row_list.data[].ref
  row_list.data[].faults[].column row_list.data[].faults[].code
  row_list.data[].faults[].message row_list.data[].pod_file row_list.has_more`;

export const files: EndpointCases = {
  fields: {
    WholesaleFile: file,
    ListWholesaleFilesResponse: list('WholesaleFile'),
    ListFilesResponse: list('WholesaleFile'),
    GetFileResponse: withRows,
    GetWholesaleFileResponse: withRows,
  },
  grants: {
    'jobs:read': { listFiles: 'ListFilesResponse', getFile: 'GetFileResponse' },
    'ops:dispatch': {
      listWholesaleFiles: 'ListWholesaleFilesResponse',
      getWholesaleFile: 'GetWholesaleFileResponse',
    },
  },
  targets: { '/ops/files/': newWholesaleFile, '/files/': newOwnFile },
  refusals: {
    'getFile file_not_found': toAbsent('GET /files/wf_absent'),
    'getWholesaleFile file_not_found': toAbsent('GET /ops/files/wf_absent'),
  },
};
