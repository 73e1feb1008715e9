import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { StopAckTimer } from './stop-ack-timer.js';

describe('StopAckTimer', () => {
  let onMissing: jest.Mock<() => void>;
  let unread: boolean;
  /** Shares of elapsed time: the guest's CPU time, and the time in which processes wait for a processor. */
  let cpuShare: number | null;
  let busyShare: number | null;

  beforeEach(() => {
    jest.useFakeTimers();
    onMissing = jest.fn();
    unread = false;
    cpuShare = 1;
    busyShare = 0;
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const grown = (share: number | null): number | null =>
    share === null ? null : 1_000 + performance.now() * share;

  function started(): StopAckTimer {
    const timer = new StopAckTimer(
      {
        unread: () => unread,
        cpuMs: () => grown(cpuShare),
        waitedMs: () => grown(busyShare),
      },
      onMissing,
    );
    timer.start();
    return timer;
  }

  function expectMissingBetween(earliest: number, latest: number): void {
    jest.advanceTimersByTime(earliest);
    expect(onMissing).not.toHaveBeenCalled();
    jest.advanceTimersByTime(latest - earliest);
    expect(onMissing).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  }

  it('the timer expires after 400 ms on an idle machine, whether the guest sleeps or computes', () => {
    cpuShare = 0;
    started();
    expectMissingBetween(400, 500);
    onMissing.mockClear();
    cpuShare = 1;
    started();
    expectMissingBetween(400, 500);
  });

  it('the timer gives a guest with little of a busy processor 400 ms of CPU time', () => {
    busyShare = 0.9;
    cpuShare = 0.05;
    started();
    expectMissingBetween(7_900, 8_100);
  });

  it('the timer waits no longer on a busy machine for a guest that has the processor', () => {
    busyShare = 1;
    started();
    expectMissingBetween(400, 500);
  });

  it('the timer waits at most 20 s for a guest that gets no processor', () => {
    busyShare = 1;
    cpuShare = 0;
    started();
    expectMissingBetween(19_900, 20_100);
  });

  it('the timer counts CPU time, for 2 s at most, if waiting times are not reported', () => {
    busyShare = null;
    cpuShare = 0.4;
    started();
    expectMissingBetween(900, 1_100);
    onMissing.mockClear();
    cpuShare = 0;
    started();
    expectMissingBetween(1_900, 2_100);
  });

  it('the timer counts clock time if neither CPU time nor waiting time is reported', () => {
    busyShare = null;
    cpuShare = null;
    started();
    expectMissingBetween(400, 500);
  });

  it('the timer counts CPU time from its first report on', () => {
    busyShare = 1;
    cpuShare = null;
    started();
    jest.advanceTimersByTime(1_000);
    cpuShare = 0.5;
    expectMissingBetween(700, 900);
  });

  it('the timer does not expire while frames of the guest are unread', () => {
    unread = true;
    started();
    jest.advanceTimersByTime(60_000);
    unread = false;
    expectMissingBetween(0, 100);
  });

  it('a timer that is cleared never expires', () => {
    busyShare = 1;
    cpuShare = 0;
    const timer = started();
    jest.advanceTimersByTime(5_000);
    timer.clear();
    jest.advanceTimersByTime(60_000);
    expect(onMissing).not.toHaveBeenCalled();
  });
});
