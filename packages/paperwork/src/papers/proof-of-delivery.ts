import { custody } from '@svc/contracts';
import { pagePerFace, pdfOf } from '../drawing/pdf.ts';
import { paperFaces } from './paper.ts';
import { timeText } from './words.ts';

export function proofPdf(output: unknown): Promise<Buffer> {
  const proof = custody.actions.pod.output.parse(output);
  const filed = (url: string | null) => (url === null ? 'none' : 'filed with the proof');
  const faces = paperFaces({
    title: 'Proof of delivery',
    reference: '',
    sections: [
      {
        title: 'Hand-over',
        rows: [
          ['Job', proof.job_id],
          ['Delivered', timeText(proof.delivered_at)],
          ['Received by', proof.recipient],
        ],
      },
      {
        title: 'Checks',
        rows: [
          ['Handover code', proof.otp_verified ? 'given, and right' : 'not asked for'],
          ['Identity', proof.id_check.replaceAll('_', ' ')],
          ['Signature', filed(proof.signature_url)],
          ['Photo', filed(proof.photo_url)],
        ],
      },
    ],
    signatures: [],
    footer: `Times are South African. The signed certificate of ${proof.job_id} proves them.`,
  });
  return pdfOf(pagePerFace(faces), {
    title: `Proof of delivery ${proof.job_id}`,
    at: new Date(proof.delivered_at),
  });
}
