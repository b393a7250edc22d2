/** Printed papers of a job. */
import { type EndpointCases, having } from './endpoint.ts';
import { bookedJob } from './fixtures.ts';

export const papers: EndpointCases = {
  fields: {
    LabelSet: '+Paper layout dry_ice_g',
    Paper: `object job_id ref reference service sender pickup{site_id name address}
      dropoff{site_id name address} parcel_count temperature_range_c{min max} sla_due parcels{id
      number code scheme barcode temperature_class un_number}`,
    Waybill: `+Paper status seal requirements=Requirements created_at ready_at collected_at
      delivered_at`,
  },
  grants: {
    'jobs:read': 'getLabels=LabelSet getWaybill=Waybill',
  },
  refusals: {
    'getLabels invalid_body': having(bookedJob, ({ send }, id) =>
      send(`GET /jobs/${id}/labels?parcel=99`),
    ),
  },
};
