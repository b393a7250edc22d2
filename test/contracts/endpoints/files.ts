/** Wholesalers' files, as the carrier's desk sees them. */
import { type EndpointCases, list, type Make, toAbsent } from './endpoint.ts';

/** As one that came and was answered. */
const newWholesaleFile: Make = async ({ stage }) => {
  const id = `wf_${crypto.randomUUID().replaceAll('-', '').slice(0, 26).toUpperCase()}`;
  await stage.owner.query(
    `insert into files.file
       (tenant_id, id, dc, name, step, source, received_at, answered_at, faults, attempts)
     values ('ten_demo', $1, 'jhb', 'wave.csv', 'answered', 'sftp', now(), now(), '[]', 0)`,
    [id],
  );
  return id;
};

const file = `object id tenant_id dc name status size sha256 received_at answered_at took_ms attempts
  rows.total rows.booked rows.already_booked rows.refused rows.waiting faults[].column faults[].code
  faults[].message contents_removed_at`;

export const files: EndpointCases = {
  fields: {
    WholesaleFile: file,
    ListWholesaleFilesResponse: list('WholesaleFile'),
    GetWholesaleFileResponse: `${file} row_list.data[].row row_list.data[].order_id
      row_list.data[].status row_list.data[].job_id row_list.data[].ref
      row_list.data[].faults[].column row_list.data[].faults[].code
      row_list.data[].faults[].message row_list.data[].pod_file row_list.has_more`,
  },
  grants: {
    'ops:dispatch': {
      listWholesaleFiles: 'ListWholesaleFilesResponse',
      getWholesaleFile: 'GetWholesaleFileResponse',
    },
  },
  targets: { '/ops/files/': newWholesaleFile },
  refusals: {
    'getWholesaleFile file_not_found': toAbsent('GET /ops/files/wf_absent'),
  },
};
