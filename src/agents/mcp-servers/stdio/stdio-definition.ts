import type { HostPattern } from '../../../sandbox/egress/host-pattern.js';

/** A stdio MCP server as configured by the operator. */
export interface StdioDefinition {
  name: string;
  command: string;
  args: string[];
  /**
   * Environment variables, each with the name of the variable of this server from which its value is copied, or with a
   * value.
   */
  environment: Record<string, string | { value: string }>;
  /** Hosts that the server may reach. */
  network: HostPattern[];
  /** Files and folders that the server may read. */
  readable: string[];
  /**
   * Folder with a writable subfolder for each project, which the server sees in its place; null = nothing is writable.
   */
  writable: string | null;
  /** Maximum size of a project's folder in MiB. */
  quota_mb: number;
  /** Slugs of the projects that may use the server; "*" for all. */
  projects: string[];
  tools: string[];
  timeout_seconds: number;
  max_concurrency: number;
  memory_mb: number;
  /** True if the server may run at sandbox level 1. */
  without_sandbox: boolean;
}
