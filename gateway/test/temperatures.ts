/** Temperatures as tracking tells them. */
import type { TemperatureChart } from '@svc/contracts';

/** An hour with an excursion, and twenty minutes of it without readings. */
export const chart: TemperatureChart = {
  range_c: [2, 8],
  from: '2026-11-02T09:00:00.000Z',
  to: '2026-11-02T10:00:00.000Z',
  latest: {
    device_id: 'probe-1',
    at: '2026-11-02T09:40:00.000Z',
    temperature_c: 5,
    out_of_range_since: null,
  },
  gaps: [{ from: '2026-11-02T09:40:00.000Z', to: '2026-11-02T10:00:00.000Z' }],
  excursions: [
    {
      device_id: 'probe-1',
      from: '2026-11-02T09:10:00.000Z',
      to: '2026-11-02T09:20:00.000Z',
      minutes: 10,
      min_c: 9,
      max_c: 11.2,
    },
  ],
  series: [
    {
      device_id: 'probe-1',
      lines: [
        [
          [Date.parse('2026-11-02T09:00:00.000Z'), 4],
          [Date.parse('2026-11-02T09:15:00.000Z'), 11.2],
        ],
        [
          [Date.parse('2026-11-02T09:31:00.000Z'), 5],
          [Date.parse('2026-11-02T09:40:00.000Z'), 5],
        ],
      ],
    },
    { device_id: 'probe-2', lines: [[[Date.parse('2026-11-02T09:20:00.000Z'), 5]]] },
  ],
};
