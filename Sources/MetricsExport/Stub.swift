package enum MetricsStub {}
