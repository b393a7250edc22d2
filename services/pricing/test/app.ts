import { heldClock } from '@svc/kit/clock';
import { startServices } from '@svc/kit/testing';
import { pricingService } from '../src/service.ts';
import { toYaml } from './book.ts';

export type App = Awaited<ReturnType<typeof startPricing>>;

/** Pricing alone, at eight in the morning, with the test book. */
export async function startPricing() {
  const clock = heldClock('2026-11-02T08:00:00.000Z');
  const app = await startServices([pricingService], { clock });
  await app.clients('ten_carrier').pricing.importPriceBook({ yaml: toYaml() });
  return { ...app, clock };
}
