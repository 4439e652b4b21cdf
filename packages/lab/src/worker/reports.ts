/** Reports are at least so far apart, ms: each is copied to the page. */
const REPORT_EVERY = 60;

export interface Reports<T> {
  /** Makes a report and sends it, unless the last was just now. */
  tell(report: () => T): void;
}

export function createReports<T>(send: (report: T) => void): Reports<T> {
  let last = performance.now();
  return {
    tell: (report) => {
      const now = performance.now();
      if (now - last < REPORT_EVERY) return;
      last = now;
      send(report());
    },
  };
}
