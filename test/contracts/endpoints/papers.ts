/** Printed papers of a job. */
import { type EndpointCases, having, toAbsent } from './endpoint.ts';
import { bookedJob } from './fixtures.ts';

const paper = `object job_id ref reference service sender pickup.site_id pickup.name pickup.address
  dropoff.site_id dropoff.name dropoff.address parcel_count temperature_range_c.min
  temperature_range_c.max sla_due parcels[].id parcels[].number parcels[].code parcels[].scheme
  parcels[].barcode parcels[].temperature_class parcels[].un_number`;

export const papers: EndpointCases = {
  fields: {
    LabelSet: `${paper} layout dry_ice_g`,
    Waybill: `${paper}
    status seal requirements.otp requirements.id_check requirements.signature requirements.photo
    requirements.scan requirements.pickup_otp requirements.return_otp requirements.undeliverable created_at ready_at collected_at delivered_at`,
  },
  grants: { 'jobs:read': { getLabels: 'LabelSet', getWaybill: 'Waybill' } },
  refusals: {
    'getLabels job_not_found': toAbsent('GET /jobs/absent/labels'),
    'getLabels invalid_body': having(bookedJob, ({ send }, id) =>
      send(`GET /jobs/${id}/labels?parcel=99`),
    ),
    'getWaybill job_not_found': toAbsent('GET /jobs/absent/waybill'),
  },
};
