import { z } from 'zod';
import { internalEvent, publicEvent } from '../define.ts';
import { jobId, jobRef } from '../description.ts';
import { logEntry } from '../log/entry.ts';
import { empty, exampleSubject, timestamp } from '../primitives.ts';
import { disposition } from '../tracking/cold-chain.ts';
import { certificate } from './resource.ts';

export const custodyEvents = {
  'pod.available': publicEvent({
    description: 'The proof of delivery is available.',
    data: z.object({
      job_id: jobId,
      ref: jobRef,
      pod_url: z.url().describe('API URL of the proof of delivery, scope `pod:read`.'),
    }),
    internals: empty,
    example: {
      ...exampleSubject,
      pod_url: 'https://api.example.com/v1/jobs/job_01KAK7QW3ZC5V8M2N4P6R8T0XA/pod',
    },
  }),
  'certificate.issued': publicEvent({
    description: 'A certificate of custody or of the cold chain was issued.',
    data: z.object({
      job_id: jobId,
      ref: jobRef,
      certificate_id: certificate.shape.id,
      type: certificate.shape.type,
      verify_url: certificate.shape.verify_url,
    }),
    internals: empty,
    example: {
      ...exampleSubject,
      certificate_id: 'POC-7K3M9QX2AB',
      type: 'proof_of_custody',
      verify_url: 'https://api.example.com/verify/POC-7K3M9QX2AB',
    },
  }),
  'excursion.decided': publicEvent({
    description:
      'A person of the carrier decided on contents that were out of range: released, quarantined or discarded.',
    data: z.object({
      job_id: jobId,
      ref: jobRef,
      disposition,
      decided_at: timestamp.describe('When it was decided, UTC.'),
    }),
    internals: empty,
    example: {
      ...exampleSubject,
      disposition: 'quarantine',
      decided_at: '2026-11-02T10:15:00.000Z',
    },
  }),
  'log_entries.submitted': internalEvent({
    description: 'For the log: entries to append, in this order. Belongs to no job.',
    data: z.object({ entries: z.array(logEntry).min(1) }),
    internals: empty,
  }),
  'proof.erased': internalEvent({
    description:
      "For all services: personal data of this job's proof was erased; erase your own copies. May arrive repeatedly.",
    data: z.object({ job_id: z.string(), erased_at: timestamp }),
    internals: empty,
  }),
};
