/** EDIFACT as a wholesaler's system writes it. */

/** One message for each order, from the segments between BGM and UNT. */
export const interchange = (...orders: (string | [order: string, ...segments: string[]])[]) =>
  [
    "UNA:+.? '",
    "UNB+UNOC:3+DEMO:ZZZ+CARRIER:ZZZ+261123:0730+W7'",
    ...orders.flatMap((order, n) => {
      const [id, ...segments] = typeof order === 'string' ? [order, ...consignment] : order;
      return [
        `UNH+${n + 1}+IFTMIN:D:01B:UN'`,
        `BGM+610+${id}+9'`,
        ...segments,
        `UNT+${segments.length + 3}+${n + 1}'`,
      ];
    }),
    `UNZ+${orders.length}+W7'`,
    '',
  ].join('\n');

/** Right at any time of any day. */
export const consignment: readonly string[] = [
  "DTM+64:0000:401'",
  "DTM+63:2359:401'",
  "RFF+CU:PO-1'",
  "NAD+CN+site_demo_ph-0++Demo Pharmacy'",
  "GID+1+2:BX'",
  "HAN+S5::ZZZ'",
  "RNG+5+CEL:2:8'",
];
