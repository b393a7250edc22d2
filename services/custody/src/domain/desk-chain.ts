/** An event of the chain as programs of the control desk get it: without places, notes and details. */
import type { CustodyEvent, DeskChainEvent } from '@svc/contracts';

/** `signed` has the numbers of the events whose device signature holds. */
export function toDeskEvent(event: CustodyEvent, signed: ReadonlySet<number>): DeskChainEvent {
  const { seq, at, type, by, seal, prev_hash, hash, details } = event;
  const degreesOf = (name: string) => {
    const tenths = details?.[name] ?? details?.temperature_dc;
    return typeof tenths === 'number' ? tenths / 10 : null;
  };
  return {
    ...{ seq, at, type, by, seal, prev_hash, hash },
    ...{ min_c: degreesOf('min_dc'), max_c: degreesOf('max_dc') },
    device_signed: signed.has(seq),
  };
}
