import type { delivery, deskDeliveries } from '@svc/contracts';
import type { z } from 'zod';

export type DeliveryResource = z.infer<typeof delivery>;
type DeskDelivery = z.infer<typeof deskDeliveries>['latest'][number];

/** A delivery as its latest attempt left it. */
export type DeliveryRecord = Omit<
  DeliveryResource,
  'object' | 'attempted_at' | 'next_attempt_at' | 'created_at'
> & {
  attempted_at: Date | null;
  next_attempt_at: Date | null;
  created_at: Date;
};

/** For the control desk, which must not see the receiver's response: that is its tenant's. */
export function toDeskDelivery(
  record: Omit<DeliveryRecord, 'response_excerpt'> & { endpoint_id: string },
): DeskDelivery {
  const { endpoint_id, ...row } = record;
  const { response_excerpt: _none, ...logged } = toDeliveryResource({
    ...row,
    response_excerpt: null,
  });
  return { ...logged, endpoint_id };
}

/** A row of the log that its owner sees. */
export const toDeliveryResource = ({
  id,
  attempted_at,
  next_attempt_at,
  created_at,
  ...rest
}: DeliveryRecord): DeliveryResource => ({
  id,
  object: 'delivery',
  ...rest,
  attempted_at: attempted_at?.toISOString() ?? null,
  next_attempt_at: next_attempt_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});
