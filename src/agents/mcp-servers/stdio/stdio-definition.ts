import type { HostPattern } from '../../../sandbox/egress/host-pattern.js';

/** An MCP server over stdio, as the operator describes it. */
export interface StdioDefinition {
  name: string;
  command: string;
  args: string[];
  /** Its variables, each with the name of the variable of this server that has the value, or with the value. */
  environment: Record<string, string | { value: string }>;
  /** Hosts that it may reach. */
  network: HostPattern[];
  /** Files and folders that it may read. */
  readable: string[];
  /** The folder of which it may write to the one of its project, which it sees in its place; null = it can write nothing. */
  writable: string | null;
  /** The most that the folder of a project may have (MiB). */
  quota_mb: number;
  /** Slugs of the projects that may use it; "*" is all. */
  projects: string[];
  tools: string[];
  timeout_seconds: number;
  max_concurrency: number;
  memory_mb: number;
  /** It may run where the sandbox has level 1. */
  without_sandbox: boolean;
}
