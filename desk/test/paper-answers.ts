/** Answers of jobs for papers. */
import type { jobs, OutputOf } from '@svc/contracts';

type Jobs = (typeof jobs)['actions'];

const common = {
  job_id: 'job_01',
  ref: 'SVC-7K3M9QX2',
  reference: 'PO-1',
  service: 'Specimen STAT',
  sender: 'Demo Clinics',
  pickup: { site_id: 'site_1', name: 'Clinic', address: '1 Main Road' },
  dropoff: { site_id: 'site_2', name: 'Laboratory', address: '2 Main Road' },
  parcel_count: 1,
  temperature_range_c: { min: 2, max: 8 },
  sla_due: '2026-11-02T10:00:00.000Z',
  parcels: [
    {
      ...{ id: 'pcl_01', number: 1, code: 'PFG7R28EC571YNHVFM', barcode: null },
      ...{
        scheme: 'own' as const,
        temperature_class: '2-8C' as const,
        un_number: 'UN3373' as const,
      },
    },
  ],
};

export const labelsAnswer: OutputOf<Jobs['labels']> = {
  object: 'label_set',
  ...common,
  layout: 'a6',
  dry_ice_g: null,
};

export const waybillAnswer: OutputOf<Jobs['waybill']> = {
  object: 'waybill',
  ...common,
  status: 'booked',
  seal: null,
  requirements: { otp: true, id_check: false, signature: true, photo: false },
  created_at: '2026-11-02T07:00:00.000Z',
  ready_at: '2026-11-02T07:00:00.000Z',
  collected_at: null,
  delivered_at: null,
};
