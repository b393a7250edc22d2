/** Failure injection: wraps functions and counts their calls; call `step` takes effect, then throws. */
export function failingAfter(step: number): <T extends object>(parts: T) => T {
  let count = 0;
  return (parts) =>
    new Proxy(parts, {
      get: (target, name, receiver) => {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          const result: unknown = await Reflect.apply(value, target, args);
          count += 1;
          if (count >= step) throw new Error(`killed after step ${step}`);
          return result;
        };
      },
    });
}
