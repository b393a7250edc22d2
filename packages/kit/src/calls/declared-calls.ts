import type { Transport } from './transport.ts';

/** Throws for an action (`<service>.<action>`) that is not declared: NATS would refuse it, too. */
export const onlyDeclared = (transport: Transport, declared: ReadonlySet<string>): Transport => ({
  ...transport,
  call: (...request) => {
    const target = request.slice(0, 2).join('.');
    if (!declared.has(target)) throw new Error(`${target} is missing in the declared calls`);
    return transport.call(...request);
  },
});
