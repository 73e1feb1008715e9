{{- define "metarun.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "metarun.labels" -}}
{{ include "metarun.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "metarun.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* The variables of a pod. Settings of its role count more than those of all, and what makes the role more than both. */}}
{{- define "metarun.env" -}}
{{- $env := dict "METARUN_DRAIN_SECONDS" .root.Values.drainSeconds "METARUN_SHUTDOWN_SECONDS" .root.Values.shutdownSeconds }}
{{- if .root.Values.migrate.enabled }}{{ $_ := set $env "METARUN_MIGRATE" "off" }}{{ end }}
{{- if and .root.Values.ingress.enabled .root.Values.ingress.host }}
{{- $scheme := ternary "https" "http" (ne .root.Values.ingress.tlsSecret "") }}
{{- $_ := set $env "METARUN_PUBLIC_URL" (printf "%s://%s" $scheme .root.Values.ingress.host) }}
{{- end }}
{{- range $name, $value := mustMergeOverwrite (dict) $env .root.Values.settings .settings .role }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{- define "metarun.image" -}}
{{- $repository := required "image.repository names an image of deploy/Dockerfile: docs/hosting.md" .Values.image.repository }}
{{- printf "%s:%s" $repository (.Values.image.tag | default .Chart.AppVersion) }}
{{- end }}

{{/* Fields that every pod has. A profile has no name where it is none of the node's. */}}
{{- define "metarun.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
hostUsers: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: {{ .root.Values.sandbox.seccompProfile.type }}
    {{- if eq .root.Values.sandbox.seccompProfile.type "Localhost" }}
    localhostProfile: {{ required "sandbox.seccompProfile.localhostProfile" .root.Values.sandbox.seccompProfile.localhostProfile }}
    {{- end }}
  {{- with .root.Values.sandbox.appArmorProfile }}
  appArmorProfile: {{- toYaml . | nindent 4 }}
  {{- end }}
volumes:
  - name: scratch
    emptyDir: { sizeLimit: {{ .root.Values.scratch }} }
  - name: tmp
    emptyDir: { sizeLimit: {{ .root.Values.scratch }} }
{{- end }}

{{/* Fields that every container has. */}}
{{- define "metarun.container" -}}
image: {{ include "metarun.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
env: {{- include "metarun.env" . | trim | nindent 2 }}
envFrom:
  - secretRef: { name: {{ .root.Values.secret }} }
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  procMount: Unmasked
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: scratch, mountPath: /var/lib/metarun }
  - { name: tmp, mountPath: /tmp }
{{- end }}

{{/* A Deployment of one role: .component, .values of values.yaml, .role its own variables, .command. */}}
{{- define "metarun.deployment" -}}
{{- $selector := include "metarun.selector" . }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "metarun.name" .root }}-{{ .component }}
  labels: {{- include "metarun.labels" . | nindent 4 }}
spec:
  {{- if not (dig "autoscaling" "enabled" false .values) }}
  replicas: {{ if hasKey .values "replicas" }}{{ .values.replicas }}{{ else }}1{{ end }}
  {{- end }}
  selector:
    matchLabels: {{- $selector | nindent 6 }}
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  template:
    metadata:
      labels: {{- include "metarun.labels" . | nindent 8 }}
    spec:
      {{- include "metarun.pod" . | nindent 6 }}
      {{- with .values.pod }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
      terminationGracePeriodSeconds: {{ add .root.Values.drainSeconds .root.Values.shutdownSeconds 10 }}
      containers:
        - name: metarun
          args: [{{ .command }}]
          {{- include "metarun.container" (merge (dict "settings" (.values.settings | default dict)) .) | nindent 10 }}
          ports:
            - { name: http, containerPort: 8080 }
          {{- with .values.resources }}
          resources: {{- toYaml . | nindent 12 }}
          {{- end }}
          # Half an hour for migrations, the trial of the sandbox and the first processes: on a busy node, a start that is ended is
          # begun again, and is as slow.
          startupProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 2
            timeoutSeconds: 5
            failureThreshold: 900
          # Five minutes without any answer: a server that is slow still runs its tasks.
          livenessProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 30
          readinessProbe:
            httpGet: { path: /health/ready, port: http }
            periodSeconds: 2
            timeoutSeconds: 5
            failureThreshold: 2
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "metarun.name" .root }}-{{ .component }}
  labels: {{- include "metarun.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: {{- $selector | nindent 6 }}
{{- end }}
