/** Answers of the services behind the pages, unless a test replaces them. */
import { answerAccess } from './access-answers.ts';
import { answerDesk } from './desk-answers.ts';
import { answerDevices } from './device-answers.ts';
import { exampleJob, listOf } from './examples.ts';
import { labelsAnswer, waybillAnswer } from './paper-answers.ts';
import { personOf } from './persons.ts';
import { answerPortalJobs } from './portal-jobs-answers.ts';
import type { Services } from './services.ts';

/** By `service.action`; a new page adds what it asks. */
export function answerAll(services: Services): void {
  const { answers } = services;
  answerPortalJobs(services);
  answerDesk(services);
  answerDevices(services);
  answerAccess(answers);
  answers.set('accounts.listSessions', () => ({
    ok: { sessions: [personOf('admin').session, personOf('admin', 'ses_other').session] },
  }));
  answers.set('accounts.endSession', () => ({ ok: {} }));
  answers.set('accounts.endSessions', () => ({ ok: { ended: 2 } }));
  answers.set('jobs.labels', () => ({ ok: labelsAnswer }));
  answers.set('jobs.waybill', () => ({ ok: waybillAnswer }));
  answers.set('jobs.list', () => listOf([exampleJob]));
  answers.set('billing.statementPdf', () => ({
    ok: { storage_key: 'invoice.pdf', file_name: 'statement-2026-10.pdf' },
  }));
  answers.set('billing.invoicePdf', () => ({
    ok: { storage_key: 'invoice.pdf', file_name: 'INV-1.pdf' },
  }));
  answers.set('custody.certificateJws', () => ({ ok: { jws: 'a.b.c' } }));
  answers.set('custody.certificateProof', () => ({ ok: { proof: 'c2sp.org/tlog-proof@v1' } }));
  answers.set('tracking.temperatureBundle', () => ({
    ok: { format: 'svc.cold_chain.bundle.v1', readings: [], has_more: false, next: null },
  }));
  answers.set('custody.bundle', () => ({
    ok: { next: null, texts_from: null, custody: { events: [], texts: [] } },
  }));
}
