import { jobs, type Waybill } from '@svc/contracts';
import { pagePerFace, pdfOf } from '../drawing/pdf.ts';
import { type Paper, paperFaces } from './paper.ts';
import { profileText, rangeText, timeText } from './words.ts';

export function waybillPdf(output: unknown): Promise<Buffer> {
  const bill = jobs.actions.waybill.output.parse(output);
  return pdfOf(pagePerFace(paperFaces(paperOf(bill))), {
    title: `Waybill ${bill.ref}`,
    at: new Date(bill.created_at),
  });
}

const columns = [
  { title: 'No.', width: 12 },
  { title: 'Parcel code', width: 54 },
  { title: 'Contents', width: 54 },
  { title: 'Temperature', width: 30 },
  { title: 'UN number', width: 30 },
];

const paperOf = (bill: Waybill): Paper => ({
  title: 'Waybill',
  reference: bill.ref,
  sections: [
    { title: 'Collect from', rows: siteRows(bill.pickup) },
    { title: 'Deliver to', rows: siteRows(bill.dropoff) },
    {
      title: 'Times',
      rows: [
        ['Booked', timeText(bill.created_at)],
        ['Ready', timeText(bill.ready_at)],
        ['Collected', timeText(bill.collected_at)],
        ['Due', timeText(bill.sla_due)],
        ['Delivered', timeText(bill.delivered_at)],
      ],
    },
    {
      title: 'Handling',
      rows: [
        ['Sender', bill.sender],
        ['Service', bill.service],
        ['Your reference', bill.reference || '–'],
        ['Parcels', String(bill.parcel_count)],
        ['Seal', bill.seal ?? '–'],
        ['Temperature', rangeText(bill.temperature_range_c) || '–'],
        ...(bill.temperature_profile === null
          ? []
          : [['Profile', profileText(bill.temperature_profile)] as const]),
        ['Proof', proofText(bill)],
      ],
    },
  ],
  table: {
    columns,
    rows: bill.parcels.map((parcel) => [
      String(parcel.number),
      parcel.code,
      parcel.barcode ?? '–',
      parcel.temperature_class ?? '–',
      parcel.un_number || '–',
    ]),
  },
  signatures: ['Handed over by the sender', 'Taken by the courier', 'Received at the destination'],
  footer: `Waybill ${bill.ref} · ${bill.sender}`,
});

const siteRows = ({ name, address }: Waybill['pickup']) =>
  [
    ['Name', name],
    ['Address', address || '–'],
  ] as const;

const proofs = {
  otp: 'handover code',
  id_check: 'identity check',
  signature: 'signature',
  photo: 'photo',
} as const;

const proofText = ({ requirements }: Waybill): string =>
  Object.entries(proofs)
    .filter(([name]) => Object.entries(requirements).some(([key, on]) => key === name && on))
    .map(([, words]) => words)
    .join(', ') || 'none asked for';
