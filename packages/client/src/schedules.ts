import { answerOf, checkAnswer } from './answer.js';
import type { Api } from './api.js';
import { call } from './call.js';
import { everyItem, pageOf } from './pages.js';
import type {
  CallOptions,
  ChangeSchedule,
  CreateSchedule,
  Page,
  Query,
  Schedule,
  ScheduleDetail,
} from './types.js';

const SCHEDULES = '/projects/{project_id}/schedules';
const SCHEDULE = `${SCHEDULES}/{schedule_id}` as const;

export type SchedulesQuery = Query<typeof SCHEDULES>;

/** Schedules, which create tasks at given times. They require an access token; an API key is refused. */
export class Schedules {
  constructor(
    private readonly api: Api,
    private readonly project: string,
  ) {}

  /** Returns a page of schedules, newest first. */
  async list(
    query: SchedulesQuery = {},
    options: CallOptions = {},
  ): Promise<Page<Schedule, SchedulesQuery>> {
    const params = { path: { project_id: this.project }, query };
    return pageOf(await this.api.GET(SCHEDULES, { params, ...call(options) }), query);
  }

  all(
    query: SchedulesQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<Schedule, void, undefined> {
    return everyItem((next) => this.list(next, options), query);
  }

  async get(id: string, options: CallOptions = {}): Promise<ScheduleDetail> {
    return answerOf(await this.api.GET(SCHEDULE, { ...this.of(id), ...call(options) }));
  }

  async create(schedule: CreateSchedule, options: CallOptions = {}): Promise<ScheduleDetail> {
    const params = { path: { project_id: this.project } };
    return answerOf(await this.api.POST(SCHEDULES, { params, body: schedule, ...call(options) }));
  }

  /** Changes the given fields; null resets a field to its default. */
  async change(
    id: string,
    schedule: ChangeSchedule,
    options: CallOptions = {},
  ): Promise<ScheduleDetail> {
    const init = { ...this.of(id), body: schedule, ...call(options) };
    return answerOf(await this.api.PATCH(SCHEDULE, init));
  }

  async delete(id: string, options: CallOptions = {}): Promise<void> {
    checkAnswer(await this.api.DELETE(SCHEDULE, { ...this.of(id), ...call(options) }));
  }

  /** Pauses a schedule: it has no ticks until it is resumed. */
  async pause(id: string, options: CallOptions = {}): Promise<ScheduleDetail> {
    const init = { ...this.of(id), ...call(options) };
    return answerOf(await this.api.POST(`${SCHEDULE}/pause`, init));
  }

  /** Resumes a schedule; its next tick is the first one from now on. */
  async resume(id: string, options: CallOptions = {}): Promise<ScheduleDetail> {
    const init = { ...this.of(id), ...call(options) };
    return answerOf(await this.api.POST(`${SCHEDULE}/resume`, init));
  }

  private of(id: string): { params: { path: { project_id: string; schedule_id: string } } } {
    return { params: { path: { project_id: this.project, schedule_id: id } } };
  }
}
