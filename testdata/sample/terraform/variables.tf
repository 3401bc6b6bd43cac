variable "region" {
  type    = string
  default = "eu-central-1"
}

variable "cluster_name" {
  type = string
}

variable "tracing_namespace" {
  description = "Where Tempo runs"
  type        = string
  default     = "observability"
}

variable "subnet_ids" {
  type = list(string)
}
